#!/usr/bin/env bash
# A server with MongoDB's wire protocol for the job suite, on a machine where nothing was prepared: FerretDB with its
# embedded SQLite backend, built with Go. MongoDB itself is neither in npm nor in Debian.
#
#   build what is missing ─→ server on a free port, in a temporary folder ─→ CMD ─→ all removed
#
#   scripts/mongo-for-tests.sh run -- CMD   run CMD with TEST_MONGODB_URI set; returns CMD's exit code
#
# Without Go, CMD is not run and the exit code is 77. A server that is there already is used as it is: set
# TEST_MONGODB_URI. Only CMD writes to stdout.
#
# Where FerretDB falls short of what Agenda needs of MongoDB: its findOneAndUpdate reads and writes in two steps, so that
# several clients at once can all take the same job (200 times out of 200, with three). Everything else that Agenda
# sends works: createIndex, upserts with $setOnInsert, $or, $in, distinct, updateOne, deleteMany.
set -euo pipefail
shopt -s inherit_errexit

readonly version=v1.24.2
readonly no_go=77
readonly binary="${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/mama-for-tests/ferretdb-$version"

say() { printf 'mongo-for-tests: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

retry() {
  local attempt
  for attempt in 1 2 3 4 5; do
    "$@" && return 0
    say "attempt $attempt of 5 failed: $*"
    [ "$attempt" = 5 ] || sleep $((attempt * attempt * 2))
  done
  return 1
}

# Builds the server once for a machine, one at a time. `go install` alone makes one that refuses to start: it looks for
# a file with its version, which its authors' own build writes. So the sources are built, with that file.
provide() {
  local work
  [ ! -x "$binary" ] || return 0
  command -v go >/dev/null || { say "Go is not installed"; exit "$no_go"; }
  mkdir -p "${binary%/*}"
  exec 9>"$binary.lock"
  ! command -v flock >/dev/null || flock 9
  if [ ! -x "$binary" ]; then
    say "building FerretDB $version"
    work=$(mktemp -d "${TMPDIR:-/tmp}/mama-ferretdb-build.XXXXXX")
    retry build "$work" || { tail -n 20 "$work/log" >&2; rm -rf "$work"; die "FerretDB could not be built"; }
    mv "$work/ferretdb" "$binary"
    rm -rf "$work"
  fi
  exec 9>&-
}

# Called behind `||`, where `set -e` is off: each step asks for the one before.
build() {
  local module
  module=$(cd "$1" && go mod download -json "github.com/FerretDB/FerretDB@$version" 2>"$1/log" | sed -n 's/^[[:space:]]*"Dir": "\(.*\)",*$/\1/p') \
    && [ -d "$module" ] \
    && rm -rf "$1/source" \
    && cp -R "$module" "$1/source" && chmod -R u+w "$1/source" \
    && echo "$version" >"$1/source/build/version/version.txt" \
    && (cd "$1/source" && GOWORK=off go build -buildvcs=false -o "$1/ferretdb" ./cmd/ferretdb) >>"$1/log" 2>&1
}

free_port() {
  node -e 'const s = require("node:net").createServer(); s.listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

# Whether something answers on the port.
answers() {
  node -e 'const s = require("node:net").connect(Number(process.argv[1]), "127.0.0.1"); s.on("connect", () => process.exit(0)); s.on("error", () => process.exit(1))' "$1"
}

# start_server: sets `pid`, `folder` and `uri`.
start_server() {
  local attempt look port
  folder=$(mktemp -d "${TMPDIR:-/tmp}/mama-mongo.XXXXXX")
  for attempt in 1 2 3 4 5; do
    port=$(free_port) # someone else may take it before the server does: then another one
    DO_NOT_TRACK=1 "$binary" --handler=sqlite --sqlite-url="file:$folder/" --state-dir="$folder" --telemetry=disable \
      --listen-addr="127.0.0.1:$port" --debug-addr=- --log-level=error >"$folder/server.log" 2>&1 &
    pid=$!
    for look in $(seq 1 100); do
      kill -0 "$pid" 2>/dev/null || break
      if answers "$port"; then
        uri="mongodb://127.0.0.1:$port/mama_test"
        say "FerretDB $version on port $port"
        return
      fi
      sleep 0.1
    done
    kill -KILL "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
    pid=
  done
  tail -n 20 "$folder/server.log" >&2
  die "the server did not start"
}

cleanup() {
  local code=$?
  trap - EXIT
  if [ -n "${pid:-}" ]; then
    kill "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  fi
  [ -z "${folder:-}" ] || rm -rf "$folder"
  exit "$code"
}

[ "${1:-}" = run ] || die "usage: $0 run -- CMD"
shift
[ "${1:-}" != "--" ] || shift
[ $# -gt 0 ] || die "run -- CMD: what should be run?"
if [ -n "${TEST_MONGODB_URI:-}" ]; then
  "$@"
  exit
fi
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
provide
start_server
TEST_MONGODB_URI=$uri "$@"
