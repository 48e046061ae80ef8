# What the system tests have in common. Each names itself first: system_test=NAME; then sources this.
# shellcheck shell=bash disable=SC2034,SC2154

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
# What it leaves behind.
results=$root/system-tests/target/$system_test
# What runs in the background for it.
job=

# Ends with 2: it was called wrongly.
fail() {
  printf '%s: %s\n' "$system_test" "$1" >&2
  exit 2
}

# Ends with 77: something is missing, and nothing was seen.
skip() {
  printf '%s: SKIPPED, %s\n' "$system_test" "$1" >&2
  exit 77
}

# $1 the argument, $2 its value.
number() {
  case $2 in
    '' | *[!0-9]*) fail "$1 must be a number, not '$2'" ;;
  esac
}

# Sets java.
find_java() {
  java=${JAVA_HOME:+$JAVA_HOME/bin/}java
  command -v "$java" >/dev/null || skip "no java; install a JDK 17 or later, or set JAVA_HOME"
}

# Sets go.
find_go() {
  go=$(command -v go || true)
  [ -n "$go" ] || go=/usr/local/go/bin/go
  [ -x "$go" ] || skip "no go on the PATH nor in /usr/local/go/bin; install Go 1.21 or later"
}

# The library of the one for processes with threads; empty if there is none.
find_faketime() {
  local library
  for library in /usr/lib/*/faketime/libfaketimeMT.so.1 /usr/lib*/faketime/libfaketimeMT.so.1 \
    /usr/local/lib/faketime/libfaketimeMT.so.1; do
    [ ! -f "$library" ] || printf '%s' "$library"
    [ ! -f "$library" ] || return 0
  done
}

# $1 the modules to be packaged.
build() {
  printf '%s: building ...\n' "$system_test"
  (
    cd "$root"
    ./mvnw -q -pl "$1" -am -Dmaven.test.skip=true -Dspotless.check.skip=true package
  )
}

# Builds the judge of histories as $1.
build_checker() {
  find_go
  (cd "$root/system-tests/porcupine" && "$go" build -o "$1" .) ||
    skip "the checker cannot be built; its module github.com/anishathalye/porcupine must be at hand"
}

# Runs a program, not a function, and ends as it does. A signal is not kept waiting, and ends the program first.
attend() {
  local code=0
  "$@" &
  job=$!
  wait "$job" || code=$?
  job=
  return "$code"
}

end_job() {
  # A second signal must not keep it from its end.
  trap '' HUP INT TERM
  if [ -n "$job" ]; then
    kill "$job" 2>/dev/null || true
    wait "$job" 2>/dev/null || true
    job=
  fi
}

# For each subshell anew: they do not have the traps of their parents.
heed_signals() {
  trap 'end_job; exit 143' HUP INT TERM
}

heed_signals
