/** The shell scripts, which call `s2s __complete`; all knowledge of commands stays in the program, and where it has no words, the shell offers files. */

const bash = `# Completion of s2s for bash. Load it with: source <(s2s completion bash)
_s2s_complete() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _s2s_complete s2s
`;

const zsh = `#compdef s2s
# Completion of s2s for zsh. Load it with: source <(s2s completion zsh)
_s2s() {
  local line
  local -a found
  for line in "\${(@f)$("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n "$line" ]] && found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#found} )); then _describe s2s found; else _files; fi
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
compdef _s2s s2s
`;

const fish = `# Completion of s2s for fish. Load it with: s2s completion fish | source
function __s2s_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    $words[1] __complete -- $words[2..-1] "$current" 2>/dev/null
end
complete -c s2s -a '(__s2s_complete)'
`;

/** By shell; each is a whole file that can be sourced. */
export const completionScripts: Readonly<Record<'bash' | 'zsh' | 'fish', string>> = { bash, zsh, fish };
