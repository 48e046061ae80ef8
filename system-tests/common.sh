# What the system tests have in common. Each sources this first.
# shellcheck shell=bash disable=SC2034,SC2154

system_test=${0##*/}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
# What it leaves behind.
results=$root/system-tests/target/$system_test
# What runs in the background for it: a program, servers, clients; and a directory for the time of the run.
job=
pids=()
loads=()
work=
# A name for a group that no other run has.
group=$system_test-$$
# Class paths.
tests_path="$root/system-tests/target/*:$root/system-tests/target/lib/*"
server_path="$root/server/target/*:$root/server/target/lib/*"

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

# Ends with 1: what was seen is not as it must be.
wrong() {
  printf '%s: FAILED, %s\n' "$system_test" "$1" >&2
  exit 1
}

# $1 the argument, $2 its value.
number() {
  case $2 in
    '' | *[!0-9]*) fail "$1 must be a number, not '$2'" ;;
  esac
}

# $1 a program, $2 what to do if there is none.
need() {
  command -v "$1" >/dev/null || skip "no $1${2:+; $2}"
}

# The programs and the permission that network namespaces need.
need_namespaces() {
  [ "$(uname)" = Linux ] && [ "$(id -u)" = 0 ] || skip "network namespaces need Linux and root"
  need ip "install it, on Debian: apt-get install iproute2"
}

# Empties the directory of what it leaves behind.
renew_results() {
  rm -rf "${results:?}"
  mkdir -p "$results"
}

# Sets java.
find_java() {
  java=${JAVA_HOME:+$JAVA_HOME/bin/}java
  command -v "$java" >/dev/null || skip "no java; install a JDK 17 or later, or set JAVA_HOME"
}

# Sets jcmd.
find_jcmd() {
  jcmd=$(dirname "$(readlink -f "$(command -v "$java")")")/jcmd
  [ -x "$jcmd" ] || skip "the JDK has no jcmd; install a JDK 17 or later"
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

now_millis() { date +%s%3N; }

# Runs a class of the command line, of this checkout or of $home: becomes the program.
flotilla() {
  exec "$java" -Xmx64m -XX:+UseSerialGC -XX:-UsePerfData -XX:TieredStopAtLevel=1 \
    -cp "${home:-$root}/server/target/*:${home:-$root}/server/target/lib/*" dev.flotilla.server.FlotillaCommand "$@"
}

# Builds the judge of histories. Sets checker.
build_checker() {
  checker=$results/porcupine
  find_go
  (cd "$root/system-tests/porcupine" && "$go" build -o "$checker" .) ||
    skip "the checker cannot be built; its module github.com/anishathalye/porcupine must be at hand"
}

# $1 a history, $2 how many operations it must have, $3 what it is, $4 how the checker must end.
judge() {
  local code=0
  "$checker" -min "$2" "$1" || code=$?
  note "$3" "$code" "$4"
}

passed=0
failed=0

# $1 what is checked, then a command that succeeds if it is so.
check() {
  local what=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
    printf '%s: ok      %s\n' "$system_test" "$what"
  else
    failed=$((failed + 1))
    printf '%s: FAILED  %s\n' "$system_test" "$what"
  fi
}

# $1 what was seen, $2 the exit code that it ended with, $3 the one expected.
note() {
  if [ "$2" = "$3" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf '%s: FAILED, %s ended with %s, expected %s\n' "$system_test" "$1" "$2" "$3" >&2
  fi
}

# $1 what was looked at; $2 a file with what is wrong, empty if nothing is. There are $of verdicts.
verdict() {
  local what="$((passed + failed + 1))/$of $1"
  if [ -s "$2" ]; then
    failed=$((failed + 1))
    printf 'RUN %s FAILED\n' "$what"
    sed 's/^/  /' "$2"
  else
    passed=$((passed + 1))
    printf 'RUN %s passed\n' "$what"
  fi
}

# $1 what is looked at, $2 the name of a file for what is wrong, then what prints that.
examine() {
  # What is called sees the variables of this function, but not its arguments.
  "${@:3}" >"$results/$2" 2>&1
  verdict "$1" "$results/$2"
}

# Adds a row of these cells to table.md. The first row has a line below.
add_row() {
  local table=$results/table.md
  if [ -e "$table" ]; then
    printf '| %s ' "$@" >>"$table"
  else
    printf '| %s ' "$@" >"$table"
    printf '|\n' >>"$table"
    printf '| %.0s--- ' "$@" >>"$table"
  fi
  printf '|\n' >>"$table"
}

# The last line; fails if a check has.
conclude() {
  printf 'RUN %s/%s\n' "$passed" "$((passed + failed))"
  [ "$failed" = 0 ]
}

# $1 what for, $2 seconds, then a command that succeeds at last.
await() {
  local what=$1 deadline=$((SECONDS + $2))
  shift 2
  until "$@" 2>/dev/null; do
    if [ "$SECONDS" -ge "$deadline" ]; then
      printf '%s: waited in vain: %s\n' "$system_test" "$what" >&2
      return 1
    fi
    sleep 0.1
  done
}

# $1 the name of a server, $2 its log, then what becomes the server. Sets pids[NAME], and returns when it serves.
serve() {
  local name=$1 log=$2 before end=$((SECONDS + 300))
  shift 2
  touch "$log"
  before=$(grep -c '^serving ' "$log" || true)
  ("$@") >>"$log" 2>&1 &
  pids[$name]=$!
  until [ "$(grep -c '^serving ' "$log")" -gt "$before" ]; do
    [ "$SECONDS" -lt "$end" ] && kill -0 "${pids[$name]}" 2>/dev/null || return 1
    sleep 0.1
  done
}

# $1 the name of a server, $2 the signal. Returns when it has ended.
end() {
  kill "-$2" "${pids[$1]}"
  wait "${pids[$1]}" 2>/dev/null || true
  unset "pids[$1]"
}

# $1 the id of a member; prints which of the servers 1 to 3 it is, by their logs.
server_of() {
  local server
  for server in 1 2 3; do
    if grep -qs "^serving $1 " "$results/server-$server.log"; then
      echo "$server"
      return
    fi
  done
  return 1
}

# $1 its name, $2 the pause between two commands, then a client that reads commands. They end when NAME.done is there.
begin_load() {
  local name=$1 pause=$2
  shift 2
  mkfifo "$results/$name.in"
  {
    i=0
    while [ ! -e "$results/$name.done" ]; do
      i=$((i + 1))
      printf 'put %s-%s\n' "$name" "$i"
      sleep "$pause"
    done >"$results/$name.in" 2>/dev/null
  } &
  loads+=($!)
  ("$@") <"$results/$name.in" >"$results/$name.out" 2>"$results/$name.err" &
  loads+=($!)
}

# $1 its name, then the signal for the client, if it is not to end in order.
end_load() {
  touch "$results/$1.done"
  [ $# = 1 ] || kill "-$2" "${loads[1]}"
  for pid in "${loads[@]}"; do wait "$pid" 2>/dev/null || true; done
  loads=()
}

# Kills processes, and returns when they have ended.
kill_all() {
  local pid traps
  traps=$(trap -p HUP INT TERM)
  trap '' HUP INT TERM
  for pid; do kill -KILL "$pid" 2>/dev/null || true; done
  for pid; do wait "$pid" 2>/dev/null || true; done
  eval "$traps"
}

# What there is to do at the end of each.
clean_up() {
  trap '' HUP INT TERM
  kill_all "${pids[@]}" "${loads[@]}"
  [ -z "$work" ] || rm -rf "$work"
}

# What was made of network namespaces; the names begin with $prefix.
made=

# $1 the name of a host.
add_host() {
  ip netns add "$prefix$1" || skip "no network namespace can be made"
  made="$made $prefix$1"
  ip -n "$prefix$1" link set lo up
}

# $1 the name. A switch is a host of its own.
add_switch() {
  add_host "$1"
  ip -n "$prefix$1" link add br0 type bridge mcast_snooping 0
  ip -n "$prefix$1" link set br0 up
}

# $1 the number of a new host on the switch sw, $2 its address.
add_host_on_switch() {
  add_host "$1"
  ip -n "${prefix}sw" link add "p$1" type veth peer e0 netns "$prefix$1"
  ip -n "${prefix}sw" link set "p$1" master br0 up
  ip -n "$prefix$1" addr add "$2/24" dev e0
  ip -n "$prefix$1" link set e0 up
}

# Kills what is left in the namespaces, and removes them.
remove_hosts() {
  local host
  # shellcheck disable=SC2046 # the numbers are words
  kill_all $(for host in $made; do ip netns pids "$host" 2>/dev/null; done)
  trap '' HUP INT TERM
  wait 2>/dev/null || true
  for host in $made; do ip netns del "$host" || true; done
  made=
}

# Runs the script once more in a network namespace of its own with the interface lan0; not beside a second copy. $1 the
# modules to be packaged before, then the arguments of the script.
run_alone() {
  local modules=$1
  shift
  if [ "${FLOTILLA_ALONE:-}" != yes ]; then
    unshare -n true 2>/dev/null || skip "no network namespace can be made; run it as root"
    need ip "install iproute2"
    need flock "install util-linux"
    build "$modules"
    FLOTILLA_ALONE=yes exec unshare -n "$0" "$@"
  fi
  mkdir -p "$root/system-tests/target"
  exec 9>"$root/system-tests/target/$system_test.lock"
  flock -n 9 || fail "another copy runs in this checkout; wait for its end"
  ip link set lo up
  ip link add lan0 type veth peer name lan1
  ip addr add 10.99.0.1/24 dev lan0
  ip link set lan0 up multicast on
  ip link set lan1 up
  ip route add 224.0.0.0/4 dev lan0
  renew_results
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
trap clean_up EXIT
find_java
