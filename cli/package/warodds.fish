# Completion of warodds in fish. The program itself knows what can follow; a file where it has
# nothing to propose.
function __warodds_go_on
    set -l words (commandline -opc)
    set -l word (string trim --left --chars='"\'' -- (commandline -ct))
    set -l found (warodds complete $words[2..-1] "$word" 2>/dev/null)
    if test (count $found) -eq 0
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $found
    end
end
complete --command warodds --no-files --arguments '(__warodds_go_on)'
