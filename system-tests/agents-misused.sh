# The part 'misused' of the system test 'agents', which sources this: hosts without a JDK, with another version, with ports in
# use and with full disks. Each case is a run of its own, with three servers on hosts 1 to 3; host 3 is the one that fails.
# shellcheck shell=bash disable=SC2034,SC2154

log=
out=
# Where results go, if not among what this test leaves behind.
place=
measured=flotilla
# What holds ports.
held=

# $1 the directory, $2 its size. Mounts a disk there.
mount_disk() {
  mkdir -p "$1"
  mount -t tmpfs -o "size=$2" disk "$1"
}

# $1 the directory. Its disk has no free block afterwards.
fill_disk() {
  local tries=0
  # The size 0 would be no limit.
  head -c 4096 /dev/zero >"$1/filler"
  until mount -o "remount,size=$(df -k --output=used "$1" | tail -n 1 | tr -d ' ')k" "$1" 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 50 ] || fail "$1 cannot be filled"
  done
}

# $1 the directory. Its disk has the room that a run needs.
make_room() {
  mount -o remount,size=1200m "$1"
}

unmount_disks() {
  local place
  for place in "${directory:-/nowhere}"/*; do
    if mountpoint -q "$place"; then umount -l "$place" || true; fi
  done
}

# $1 the host, $2 a name, then the arguments of HeldPorts. Sets held.
hold_ports() {
  local host=$1 name=$directory/held-$2.log
  shift 2
  ip netns exec "$prefix$host" "$java" "$root/system-tests/src/main/java/dev/flotilla/systemtests/HeldPorts.java" "$@" >"$name" 2>&1 &
  held=$!
  await 'ports are held' 60 grep -q '^held' "$name"
}

release_ports() {
  kill "$held" 2>/dev/null || true
  wait "$held" 2>/dev/null || true
  held=
}

# $1 the name of the case, then more options. Three servers on three hosts. Sets log, out and started.
start_case() {
  log=$directory/$1.log out=${place:-$directory}/$1
  shift
  start_run "$log" 3 --systems "$measured" --servers 3 --clients 1 --repeats 1 --out "$out" "$@"
}

# Likewise, with all servers on the manager's host.
start_local_case() {
  log=$directory/$1.log out=${place:-$directory}/$1
  shift
  start_bench "$manager" "$log" run --systems "$measured" --servers 3 --clients 1 --repeats 1 --out "$out" "$@"
}

# $1 a pattern that a line of the log must match.
says() {
  grep -qE "$1" "$log" || {
    printf '%s: no line of %s matches "%s"; its end:\n' "$system_test" "$log" "$1" >&2
    tail -n 3 "$log" >&2
    return 1
  }
}

# $1 what is wrong, $2 the exit code, $3 a pattern that a line of the log must match.
check_end() {
  check "$1: ends with $2" ends_with "$started" "$2" "$log"
  check 'the message names what failed, and the remedy' says "$3"
  check_rest
}

nothing_is_recorded() {
  check 'nothing is recorded' [ ! -s "$out/results.jsonl" ]
}

# A cluster serves: its clients have been started.
await_clients() {
  await 'clients run' 90 eval "ls '$out'/logs/*/*-clients.log >/dev/null"
}

missing_jdk() {
  local jdk=$directory/jdk bin=$directory/bin code=0 java_home
  printf 'a host without a JDK\n'
  mkdir "$bin"
  ln -s "$(command -v dirname)" "$bin/dirname"
  log=$directory/no-java.log
  env -i PATH="$bin" "$BASH" "$root/flotilla" bench agent --experiment lab >"$log" 2>&1 || code=$?
  check 'an agent is started there: ends with 70' [ "$code" = 70 ]
  check 'the message says what to install' says 'no java found; install a JDK 17 or later, or set JAVA_HOME'

  java_home=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')
  cp -al "$java_home" "$jdk" 2>/dev/null || { rm -rf "$jdk" && cp -a "$java_home" "$jdk"; }
  java=$jdk/bin/java start_agent 3
  mv "$jdk/bin/java" "$jdk/bin/removed"
  start_case java-removed --mode paper
  check_end 'java is removed while the agent runs' 5 "agent at 10\.89\.0\.3: $jdk/bin/java cannot be run: .*; install a JDK there"
  nothing_is_recorded
  mv "$jdk/bin/removed" "$jdk/bin/java"
  mv "$jdk" "$jdk-removed"
  start_case jdk-removed --mode paper
  check_end 'the whole JDK is removed' 5 "agent at 10\.89\.0\.3: $jdk/bin/java cannot be run: .*; install a JDK there"
  mv "$jdk-removed" "$jdk"
  start_case jdk-back --mode paper
  check 'with the JDK the same agent serves: ends with 0' ends_with "$started" 0 "$log"
  end_agent 3
}

another_version() {
  local properties=META-INF/maven/dev.flotilla/flotilla-bench-harness/pom.properties commit
  printf 'a host with another version\n'
  mkdir -p "$directory/other/$(dirname $properties)"
  printf 'version=0.0.1\n' >"$directory/other/$properties"
  before=$directory/other start_agent 3
  start_case other-version --mode paper
  check_end 'another version' 5 'agent at 10\.89\.0\.3 has Flotilla 0\.0\.1 commit .*, but this host has [^ ]+ commit .*; use the same checkout'
  check 'nothing was started' [ ! -e "$out" ]
  end_agent 3

  git clone -q "$root" "$directory/clone"
  git -C "$directory/clone" checkout -q HEAD~1
  commit=$(git -C "$directory/clone" rev-parse HEAD)
  home=$directory/clone start_agent 3
  start_case other-commit --mode paper
  check_end 'another commit' 5 "agent at 10\.89\.0\.3 has Flotilla .* commit $commit, but this host has .*; use the same checkout"
  check 'nothing was started' [ ! -e "$out" ]
  end_agent 3
}

ports_in_use() {
  printf 'a host whose ports are in use\n'
  start_agent 3
  hold_ports 3 many 10.89.0.3 600
  start_case many-ports --mode paper
  check '19 of 20 ports are in use: ends with 0' ends_with "$started" 0 "$log"
  release_ports
  hold_ports 3 all 10.89.0.3 0
  start_case all-ports --mode paper
  check_end 'all ports are in use' 5 \
    'agent at 10\.89\.0\.3: only 0 of 1 ports between 20000 and 32000 of 10\.89\.0\.3 are free; end what listens there'
  release_ports

  # Messages to host 2 are slow, so that there is time between the first server's start and the third's.
  tc -n "${prefix}sw" qdisc add dev p2 root tbf rate 32kbit burst 1600 latency 10s
  : >"$directory/agent-1.log"
  hold_ports 3 before 10.89.0.3 600 "$directory/agent-1.log" 'started bench-'
  start_case port-taken-before --mode paper
  check_end 'the port is taken before the server starts' 5 \
    'agent at 10\.89\.0\.3: port [0-9]+ of 10\.89\.0\.3 is in use; end what listens there'
  tc -n "${prefix}sw" qdisc del dev p2 root
  release_ports

  : >"$directory/agent-3.log"
  hold_ports 3 after 10.89.0.3 600 "$directory/agent-3.log" 'started bench-'
  start_case port-taken-after --mode paper
  check_end 'the port is taken while the server starts' 3 \
    'server-3 ended while starting \(".*port [0-9]+ of 10\.89\.0\.3 is in use.*"\); see .* on the host of the agent at 10\.89\.0\.3'
  release_ports
  end_agent 3

  hold_ports 3 discovery 0.0.0.0 udp 3702
  log=$directory/agent-3-discovery.log
  start_bench 3 "$log" agent --experiment lab --keys "$directory/keys/member-3" --interface e0 \
    --directory "$directory/agent-3"
  check 'an agent without its UDP port: ends with 4' ends_with "$started" 4 "$log"
  check 'the message names the port, and the remedy' says 'port 3702, on network interface e0: .*; end the program that uses this UDP port'
  release_ports
}

full_disks() {
  local disk=$directory/agent-3 system
  local says_room="agent at 10\.89\.0\.3: the disk of $disk has [0-9]+ MB left, but"
  printf 'a host whose disk is full\n'
  mount_disk "$disk" 64m
  start_agent 3
  start_case small-disk --mode paper
  check_end 'the disk is small' 5 "$says_room a server may need 1024 MB; make room"
  make_room "$disk"
  : >"$directory/agent-3.log"
  start_case fills-at-start --mode paper
  await 'a server on host 3' 60 grep -q '^started bench-' "$directory/agent-3.log" || true
  fill_disk "$disk"
  check_end 'the disk fills while servers start' 5 "$says_room running servers need 64 MB; make room"
  nothing_is_recorded
  for system in $(printf '%s' "$systems" | tr , ' '); do
    make_room "$disk"
    measured=$system start_case "fills-$system" --mode steady --measure 5 --warm-up-min 1 --warm-up-max 3
    await_clients || true
    fill_disk "$disk"
    check_end "the disk fills while $system runs" 5 "$says_room running servers need 64 MB; make room"
    nothing_is_recorded
  done
  end_agent 3
  unmount_disks
}

full_disk_for_results() {
  local disk=$directory/disk
  printf 'the disk for results is full\n'
  start_agent 3
  mount_disk "$disk" 8m
  place=$disk start_case results-small --mode paper
  check_end 'the disk is small' 4 "the disk of $disk/results-small has [0-9]+ MB left, but a server may need 1024 MB; make room"
  make_room "$disk"
  log=$directory/results-fill.log
  start_run "$log" 3 --systems flotilla --preset paper --quick --out "$disk/fills"
  await 'a run is recorded' 90 grep -q '1/5' "$log" || true
  fill_disk "$disk"
  check_end 'the disk fills' 4 \
    "the disk of $disk/fills has [0-9]+ MB left, but .*; make room|$disk/fills/.* cannot be written: .*No space left.*; make room"
  make_room "$disk"
  log=$directory/results-resumed.log
  start_run "$log" 3 --resume "$disk/fills"
  check 'with room --resume ends with 0' ends_with "$started" 0 "$log"
  check 'every cell has its valid run' has_valid_runs "$disk/fills/results.jsonl" 5
  unmount_disks
  end_agent 3
}

one_machine() {
  local disk=$directory/disk
  printf 'one machine without agents\n'
  hold_ports $manager local-many 127.0.0.1 600
  start_local_case local-many-ports --mode paper
  check '19 of 20 ports are in use: ends with 0' ends_with "$started" 0 "$log"
  release_ports
  hold_ports $manager local-all 127.0.0.1 0
  start_local_case local-all-ports --mode paper
  check_end 'all ports are in use' 4 \
    'only 0 of 1 ports between 20000 and 32000 of 127\.0\.0\.1 are free; end what listens there'
  release_ports
  hold_ports $manager local-discovery 0.0.0.0 udp 3702
  start_local_case local-discovery --mode paper
  check_end 'servers do not get their UDP port' 3 \
    'server-[0-9] exited .* while starting \(".*port 3702.*; end the program that uses this UDP port.*"\); see '
  release_ports
  mount_disk "$disk" 8m
  place=$disk start_local_case local-small --mode paper
  check_end 'the disk is small' 4 "the disk of $disk/local-small has [0-9]+ MB left, but a server may need 1024 MB; make room"
  make_room "$disk"
  place=$disk start_local_case local-fills --mode steady --measure 5 --warm-up-min 1 --warm-up-max 3
  await_clients || true
  fill_disk "$disk"
  check_end 'the disk fills while servers run' 4 "the disk of $disk/local-fills/data/.* has [0-9]+ MB left, but running servers need 64 MB; make room"
  nothing_is_recorded
  unmount_disks
}

misuses() {
  local host
  for host in 3 4 5; do end_agent "$host"; done
  missing_jdk
  another_version
  ports_in_use
  full_disks
  full_disk_for_results
  one_machine
  for host in 3 4 5; do start_agent "$host"; done
}
