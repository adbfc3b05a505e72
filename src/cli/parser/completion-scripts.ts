/** The shell scripts, which call `s2s __complete`; all knowledge of commands stays in the program. */

const bash = `# Completion of s2s for bash. Load it with: source <(s2s completion bash)
_s2s_complete() {
  local current="\${COMP_WORDS[COMP_CWORD]}" answer directive prefix path line
  local -a words=()
  # Bash splits "--flag=value"; the program gets it in one piece.
  local index=1 word
  while [ "$index" -le "$COMP_CWORD" ]; do
    word="\${COMP_WORDS[index]}"
    if [ "$word" = "=" ] && [ "\${#words[@]}" -gt 0 ]; then
      words[\${#words[@]}-1]+="="
      if [ "$index" -lt "$COMP_CWORD" ]; then
        index=$((index + 1))
        words[\${#words[@]}-1]+="\${COMP_WORDS[index]}"
      fi
    else
      words+=("$word")
    fi
    index=$((index + 1))
  done
  [ "$current" = "=" ] && current=""
  answer="$("\${COMP_WORDS[0]}" __complete -- "\${words[@]}" 2>/dev/null)" || return 0
  COMPREPLY=()
  local typed="\${words[\${#words[@]}-1]}" cut=0
  # Text that bash already has before the completed word is not repeated.
  if [[ "$typed" == --*=* ]]; then cut=$((\${#typed} - \${#current})); fi
  while IFS= read -r line; do
    case "$line" in
      :none) ;;
      :files*|:folders*)
        directive="\${line%% *}"
        prefix="\${line#* }"
        path="\${typed#"$prefix"}"
        local action=-f
        [ "$directive" = ":folders" ] && action=-d
        while IFS= read -r line; do
          [ -d "$line" ] && line="$line/" && compopt -o nospace 2>/dev/null
          line="$prefix$line"
          COMPREPLY+=("\${line:cut}")
        done < <(compgen "$action" -- "$path")
        ;;
      *)
        line="\${line%%$'\\t'*}"
        COMPREPLY+=("\${line:cut}")
        ;;
    esac
  done <<< "$answer"
}
complete -F _s2s_complete s2s
`;

const zsh = `#compdef s2s
# Completion of s2s for zsh. Load it with: source <(s2s completion zsh)
_s2s() {
  local -a lines descriptions
  local line directive prefix
  lines=("\${(@f)$("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in "\${lines[@]}"; do
    case "$line" in
      :none|'') ;;
      :files*|:folders*)
        directive="\${line%% *}"
        prefix="\${line#* }"
        [[ -n "$prefix" ]] && compset -P "\${(b)prefix}"
        if [[ "$directive" == ":folders" ]]; then _files -/; else _files; fi
        ;;
      *)
        if [[ "$line" == *$'\\t'* ]]; then
          descriptions+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
        else
          descriptions+=("\${line//:/\\\\:}")
        fi
        ;;
    esac
  done
  (( \${#descriptions} )) && _describe s2s descriptions
  return 0
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
compdef _s2s s2s
`;

const fish = `# Completion of s2s for fish. Load it with: s2s completion fish | source
function __s2s_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] __complete -- $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case ':none'
            case ':files*' ':folders*'
                set -l prefix (string split -m 1 ' ' -- $line)[2]
                set -l path (string sub -s (math (string length -- "$prefix") + 1) -- "$current")
                if string match -q ':folders*' -- $line
                    __fish_complete_directories "$path"
                else
                    for file in (__fish_complete_path "$path")
                        echo "$prefix$file"
                    end
                end
            case '*'
                echo $line
        end
    end
end
complete -c s2s -f -a '(__s2s_complete)'
`;

/** By shell; each is a whole file that can be sourced. */
export const completionScripts: Readonly<Record<'bash' | 'zsh' | 'fish', string>> = { bash, zsh, fish };
