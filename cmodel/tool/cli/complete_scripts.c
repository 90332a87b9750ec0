/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* complete_scripts -- what the shells run: they ask lockhop __complete. */
#include "tool/cli/complete_scripts.h"

/* Words are cut at blanks: none of our names has one.  readline replaces only what comes
 * after the last ':' or '=', where it breaks words. */
const char complete_bash[] =
    "# Completion of lockhop for bash.  Printed by: lockhop help --completion bash\n"
    "_lockhop() {\n"
    "  local line=${COMP_LINE:0:COMP_POINT} breaks='' kind value path\n"
    "  local -a typed paths\n"
    "  read -ra typed <<<\"$line\"\n"
    "  [[ $line == *[[:space:]] ]] && typed+=('')\n"
    "  local current=${typed[${#typed[@]} - 1]} command=${typed[0]/#\\~/$HOME}\n"
    "  [[ $COMP_WORDBREAKS == *:* ]] && breaks+=:\n"
    "  [[ $COMP_WORDBREAKS == *=* ]] && breaks+='='\n"
    "  local kept=''\n"
    "  [[ $breaks && $current == *[$breaks]* ]] && "
    "kept=${current%\"${current##*[\"$breaks\"]}\"}\n"
    "  COMPREPLY=()\n"
    "  while IFS=$'\\t' read -r kind value _; do\n"
    "    if [[ $kind == word ]]; then\n"
    "      COMPREPLY+=(\"${value:${#kept}}\")\n"
    "      [[ $value == *[:=,] ]] && compopt -o nospace 2>/dev/null\n"
    "    else\n"
    "      compopt -o filenames 2>/dev/null\n"
    "      mapfile -t paths < <(compgen -f -- \"${current#\"$value\"}\")\n"
    "      for path in \"${paths[@]}\"; do\n"
    "        path=$value$path\n"
    "        COMPREPLY+=(\"${path:${#kept}}\")\n"
    "      done\n"
    "    fi\n"
    "  done < <(\"$command\" __complete \"${typed[@]:1}\" 2>/dev/null)\n"
    "}\n"
    "complete -F _lockhop lockhop\n";

const char complete_zsh[] =
    "#compdef lockhop\n"
    "# Completion of lockhop for zsh.  Printed by: lockhop help --completion zsh\n"
    "_lockhop() {\n"
    "  local line kind value text prefix\n"
    "  local -a whole open\n"
    "  for line in \"${(@f)$(\"${(Q)words[1]/#\\~/$HOME}\" __complete "
    "\"${(@Q)words[2,CURRENT-1]}\" \"$PREFIX\" 2>/dev/null)}\"; do\n"
    "    IFS=$'\\t' read -r kind value text <<<\"$line\"\n"
    "    if [[ $kind == files ]]; then\n"
    "      prefix=$value\n"
    "      compset -P \"${(b)prefix}\"\n"
    "      _files\n"
    "    elif [[ $value == *[:=,] ]]; then\n"
    "      open+=(\"${value//:/\\\\:}${text:+:$text}\")\n"
    "    elif [[ $kind == word ]]; then\n"
    "      whole+=(\"${value//:/\\\\:}${text:+:$text}\")\n"
    "    fi\n"
    "  done\n"
    "  _describe lockhop whole -- open -S ''\n"
    "}\n"
    "if [[ $funcstack[1] == _lockhop ]]; then\n"
    "  _lockhop \"$@\"\n"
    "else\n"
    "  compdef _lockhop lockhop\n"
    "fi\n";
