/**
 * The lock of the embedded data directory. PGlite has none: two processes on one directory lose rows in
 * silence. A file names the process by pid and start time, so that a lock left by a killed process, even one
 * whose pid has been given to another program, is recognised and replaced. It names the host and its boot too:
 * what ran before a restart is gone, and of a process on another host (a second container on the same volume)
 * nothing can be known from here, so its lock stands until a person removes it.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { MamaError } from "../kernel/errors.ts";

export interface DirectoryLock {
  release(): void;
}

/** When a process started, as the kernel counts it; null when there is no such process, "" when it is not told. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command name may hold spaces and brackets; the fields after its last bracket are fixed: 22nd = start.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    try {
      process.kill(pid, 0);
      return "";
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "EPERM" ? "" : null;
    }
  }
}

/** This boot of this machine, as the kernel names it; "" where it does not. */
function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

/** The fields of a lock; older ones have no host and no boot, and count as this one's. */
function fieldsOf(holder: string): { pid: string; start: string; host: string; boot: string } {
  const [pid = "", start = "", host = "", boot = ""] = holder.split(" ");
  return { pid, start, host, boot };
}

function isElsewhere(holder: string): boolean {
  const { pid, host } = fieldsOf(holder);
  return /^\d+$/.test(pid) && host !== "" && host !== hostname();
}

function isAlive(holder: string): boolean {
  const { pid, start, boot } = fieldsOf(holder);
  const now = bootId();
  if (boot !== "" && now !== "" && boot !== now) return false;
  const running = /^\d+$/.test(pid) ? startOf(Number(pid)) : null;
  if (running === null) return false;
  return running === "" || start === "" || running === start;
}

/**
 * Takes the lock of a data directory.
 * @throws MamaError("data_dir_locked") naming the process that has it, and what to do
 */
export function lockDirectory(dataDir: string): DirectoryLock {
  const path = join(dataDir, "lock");
  const mine = [process.pid, startOf(process.pid) ?? "", hostname(), bootId()].join(" ");
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      createWhole(path, mine);
      return {
        release: () => {
          if (readHolder(path) === mine) rmSync(path, { force: true });
        },
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const holder = readHolder(path);
    const { pid, host } = fieldsOf(holder);
    if (isElsewhere(holder)) {
      const message = `another Mama (process ${pid} on ${host}) is using ${dataDir}, or was when it was cut off; when it no longer runs, remove the file ${path}`;
      throw new MamaError("data_dir_locked", message);
    }
    if (isAlive(holder)) {
      const message = `another Mama (process ${pid}) is using ${dataDir}; stop it, or set MAMA_DATA_DIR to another directory`;
      throw new MamaError("data_dir_locked", message);
    }
    moveStaleLockAway(path, holder, mine);
  }
  throw new MamaError("data_dir_locked", `another Mama is starting on ${dataDir}; try again in a moment`);
}

/** Linking a finished file into place is atomic, so nobody ever sees a lock without its holder. */
function createWhole(path: string, content: string): void {
  const draft = `${path}.${hostname()}-${process.pid}`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function readHolder(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Renaming is atomic: of two processes that find the same stale lock, one moves it and the other finds it gone. */
function moveStaleLockAway(path: string, holder: string, mine: string): void {
  const aside = `${path}.stale-${mine.replaceAll(" ", "-")}`;
  try {
    renameSync(path, aside);
    // If it changed hands in between, what was moved is somebody's live lock: it is put back whole.
    if (readFileSync(aside, "utf8") !== holder) linkSync(aside, path);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}
