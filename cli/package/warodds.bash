# Completion of warodds in bash. The program itself knows what can follow; a file where it has
# nothing to propose.
_warodds() {
  local piece word before i glued
  local -a words=() found=()
  # bash divides words at '=' and ':', which the program does not.
  for piece in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if ((${#words[@]} > 0)) && [[ $piece == [=:]* || ${glued-} ]]; then
      words[-1]+=$piece
    else
      words+=("$piece")
    fi
    [[ $piece == *[=:] ]] && glued=yes || glued=
  done
  for i in "${!words[@]}"; do words[i]=${words[i]//[\"\'\\]/}; done
  mapfile -t found < <(warodds complete "${words[@]}" 2>/dev/null | cut -f1)
  word=${words[-1]-}
  before=${word%"${word##*[=:]}"}
  COMPREPLY=("${found[@]#"$before"}")
  for word in "${COMPREPLY[@]}"; do
    [[ $word == *=  ]] && compopt -o nospace 2>/dev/null
    [[ $word == *" "* ]] && compopt -o filenames 2>/dev/null
  done
}
complete -o default -F _warodds warodds
