#!/usr/bin/env bash
# A real Postgres with pgvector for the test suite, on a machine where nothing was prepared.
#
#   install what is missing ─→ cluster in a temporary folder ─→ role `mama` and `mama_test` ─→ CMD ─→ all removed
#
#   scripts/postgres-for-tests.sh run -- CMD   run CMD with TEST_DATABASE_URL set; returns CMD's exit code
#   scripts/postgres-for-tests.sh up           start one, print its URL and leave it running
#   scripts/postgres-for-tests.sh down         stop and remove the one that `up` started
#
# The role is no superuser and does not bypass row-level security, because both would hide a missing policy.
# Only `up` and the command of `run` write to stdout. Installing works on Debian and its relatives, as root or
# with sudo; elsewhere, an installed Postgres 15 or later that has pgvector is used as it is.
set -euo pipefail
shopt -s inherit_errexit

readonly wanted_version=15   # the oldest that Mama supports
readonly source_suite=trixie # Debian's first suite with pgvector, which Postgres 15's own suite lacks
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly root state_file="$root/.postgres-for-tests"
unset "${!PG@}" # the caller's PGHOST, PGUSER and so on are about another server

say() { printf 'postgres-for-tests: %s\n' "$*" >&2; }
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

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }
# Postgres refuses to run as root.
as_owner() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
apt() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=3 -o Dpkg::Use-Pty=0 "$@" </dev/null >&2; }

# ── the server and the extension ────────────────────────────────────────────────────────────────────────────

# Prints the folder with initdb and postgres: the wanted version, else the newest one that is there.
find_server() {
  local bin
  for bin in "/usr/lib/postgresql/$wanted_version/bin" $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -rV) \
    "$(pg_config --bindir 2>/dev/null || true)"; do
    [ -x "$bin/initdb" ] && [ "$(version_of "$bin")" -ge "$wanted_version" ] && printf '%s\n' "$bin" && return 0
  done
  return 1
}
version_of() { "$1/postgres" --version | sed -E 's/^[^0-9]*([0-9]+).*/\1/'; }
has_vector() { [ -f "$("$1/pg_config" --sharedir)/extension/vector.control" ]; }

install_server() {
  command -v apt-get >/dev/null || die "install Postgres $wanted_version or later with pgvector, then try again"
  local package="postgresql-$wanted_version" no_cluster=/etc/postgresql-common/createcluster.d/mama.conf
  say "installing the Postgres server"
  retry apt update
  [ -n "$(apt-cache search --names-only "^$package\$")" ] || package=postgresql
  # The package would start a server of its own on the usual port; nobody asked for one.
  as_root mkdir -p "${no_cluster%/*}"
  echo "create_main_cluster = false" | as_root tee "$no_cluster" >/dev/null
  retry apt install -y --no-install-recommends "$package"
  as_root rm -f "$no_cluster"
}

# Prints a sources line for the next suite on the mirror that this machine already uses, with its own key.
source_line() {
  local file=/etc/apt/sources.list.d/debian.sources mirror key
  if [ -f "$file" ]; then
    mirror=$(awk '$1 == "URIs:" { print $2; exit }' "$file")
    key=$(awk '$1 == "Signed-By:" && $2 ~ "^/" { print $2; exit }' "$file")
  else
    mirror=$(awk '$1 == "deb" { for (i = 2; i <= NF; i++) if ($i ~ "^https?:") { print $i; exit } }' /etc/apt/sources.list)
    key=""
  fi
  [ -n "$mirror" ] || die "no Debian mirror in this machine's apt sources"
  printf 'deb-src %s%s %s main\n' "${key:+[signed-by=$key] }" "$mirror" "$source_suite"
}

install_vector() {
  local bin=$1 version
  version=$(version_of "$bin")
  retry apt update
  if [ -n "$(apt-cache search --names-only "^postgresql-$version-pgvector\$")" ]; then
    retry apt install -y --no-install-recommends "postgresql-$version-pgvector"
  else
    build_vector "$bin" "$version"
  fi
}

build_vector() {
  local bin=$1 version=$2 work
  say "building pgvector from the source package of $source_suite"
  retry apt install -y --no-install-recommends gcc libc6-dev make "postgresql-server-dev-$version"
  work=$(mktemp -d "${TMPDIR:-/tmp}/mama-pgvector.XXXXXX")
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/source"
  source_line >"$work/sources.list"
  # Its own lists and cache: the machine's apt must never learn of the other suite.
  local private=(-o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$work/lists"
    -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root)
  retry apt "${private[@]}" update
  (cd "$work/source" && retry apt "${private[@]}" source --download-only pgvector)
  tar -xf "$work"/source/pgvector_*.orig.tar.* -C "$work/source" --strip-components=1
  # Without LLVM bitcode, which would need clang, and without -march=native, which is for one processor only.
  make -s -C "$work/source" PG_CONFIG="$bin/pg_config" with_llvm=no OPTFLAGS="" >&2
  as_root make -s -C "$work/source" PG_CONFIG="$bin/pg_config" with_llvm=no OPTFLAGS="" install >&2
  as_root rm -rf "$work"
}

# Prints the server's folder, after installing what is missing. One at a time on a machine.
provide() {
  local bin
  exec 9>"${TMPDIR:-/tmp}/mama-postgres-install.$(id -u).lock"
  ! command -v flock >/dev/null || flock 9
  find_server >/dev/null || install_server
  bin=$(find_server) || die "no Postgres $wanted_version or later was found"
  has_vector "$bin" || install_vector "$bin"
  has_vector "$bin" || die "pgvector could not be installed"
  exec 9>&-
  printf '%s\n' "$bin"
}

# ── the cluster ─────────────────────────────────────────────────────────────────────────────────────────────

free_port() {
  node -e 'const s = require("node:net").createServer(); s.listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

# start_cluster: sets `bin`, `cluster` (its folder) and `url`.
start_cluster() {
  local port password attempt
  bin=$(provide)
  cluster=$(mktemp -d "${TMPDIR:-/tmp}/mama-postgres.XXXXXX")
  [ "$(id -u)" != 0 ] || chown postgres "$cluster"
  cd "$cluster" # the owner may not be allowed into the caller's folder
  as_owner "$bin/initdb" -D "$cluster/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$cluster/initdb.log" \
    || { cat "$cluster/initdb.log" >&2; die "initdb failed"; }
  # The socket lies in the cluster's own folder (mode 700), so trust there lets in its owner alone.
  printf '%s\n' "local all all trust" "host all all 127.0.0.1/32 scram-sha-256" >"$cluster/data/pg_hba.conf"
  cat >>"$cluster/data/postgresql.conf" <<CONF
listen_addresses = '127.0.0.1'
unix_socket_directories = '$cluster'
max_connections = 200
shared_buffers = 256MB
max_wal_size = 4GB
fsync = off
synchronous_commit = off
full_page_writes = off
timezone = 'UTC'
CONF
  for attempt in 1 2 3 4 5; do
    port=$(free_port) # someone else may take it before the server does: then another one
    as_owner "$bin/pg_ctl" start -w -t 60 -D "$cluster/data" -l "$cluster/server.log" -o "-p $port" >/dev/null && break
    [ "$attempt" != 5 ] || { tail -n 20 "$cluster/server.log" >&2; die "the server did not start"; }
  done
  password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  # Debian's pgvector is not marked trusted, so only a superuser may create it: once, in the template of every database.
  as_owner "$bin/psql" -qX -v ON_ERROR_STOP=1 -h "$cluster" -p "$port" -U postgres -d template1 >&2 <<SQL
create extension vector;
create role mama login createdb nosuperuser nobypassrls password '$password';
create database mama_test owner mama;
SQL
  url="postgres://mama:$password@127.0.0.1:$port/mama_test"
  say "Postgres $(version_of "$bin") on port $port"
}

# stop_cluster BIN FOLDER: stops that one server and removes its folder.
stop_cluster() {
  cd /
  if [ -f "$2/data/postmaster.pid" ]; then
    as_owner "$1/pg_ctl" stop -m fast -w -t 30 -D "$2/data" >/dev/null 2>&1 \
      || as_owner "$1/pg_ctl" stop -m immediate -w -t 30 -D "$2/data" >/dev/null 2>&1 || say "the server in $2 did not stop"
  fi
  rm -rf "$2"
}

cleanup() {
  local code=$?
  trap - EXIT
  [ -z "${cluster:-}" ] || stop_cluster "$bin" "$cluster"
  exit "$code"
}

up() {
  if [ -f "$state_file" ]; then
    local old_bin old_cluster old_url
    { read -r old_bin; read -r old_cluster; read -r old_url; } <"$state_file"
    if "$old_bin/pg_isready" -q -d "$old_url"; then printf '%s\n' "$old_url"; return; fi
    down
  fi
  trap cleanup EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  start_cluster
  (umask 077 && printf '%s\n' "$bin" "$cluster" "$url" >"$state_file")
  trap - EXIT INT TERM
  printf '%s\n' "$url"
}

down() {
  [ -f "$state_file" ] || { say "none was started"; return; }
  local old_bin old_cluster
  { read -r old_bin; read -r old_cluster; } <"$state_file"
  stop_cluster "$old_bin" "$old_cluster"
  rm -f "$state_file"
}

run() {
  [ "${1:-}" != "--" ] || shift
  [ $# -gt 0 ] || die "run -- CMD: what should be run?"
  local from=$PWD
  trap cleanup EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  start_cluster
  cd "$from"
  TEST_DATABASE_URL=$url "$@"
}

case "${1:-}" in
  up) up ;;
  down) down ;;
  run) shift; run "$@" ;;
  *) die "usage: $0 up | down | run -- CMD" ;;
esac
