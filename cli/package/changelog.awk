# Debian's changelog from CHANGELOG.md: the sections of versions, the newest first, without what is not released.
function finish() {
  if (date == "") return
  command = "LC_ALL=C date -Ru -d '" date "T12:00:00Z'"
  command | getline stamp
  close(command)
  print "\n -- The warodds authors <maintainers@warodds.example>  " stamp
  date = ""
}
/^## \[[0-9]/ {
  if (date != "") { finish(); print "" }
  version = substr($2, 2, length($2) - 2)
  date = $4
  print "warodds (" version ") unstable; urgency=medium\n"
  next
}
/^## / { finish() }
/^\[/ || /^#/ { next }
date != "" && /^- / { sub(/^- /, "  * ") }
date != "" && /^  [^*]/ { sub(/^  /, "    ") }
date != "" && NF { gsub(/`/, ""); print }
END { finish() }
