/**
 * The account's credentials and session keys, in the database (SPEC S12): a row each, sealed; the keys of one step of the
 * protocol in one transaction; credentials written one after another, so that an older state never comes out on top.
 */
import type { AuthenticationState, SignalDataSet, SignalDataTypeMap } from "@whiskeysockets/baileys";
import type { Log } from "../../kernel/log.ts";
import type { KeyRow, KeyRows } from "../../kernel/ports.ts";
import type { Seal } from "../../kernel/seal.ts";
import type { Library } from "./library.ts";
import type { Time } from "./time.ts";

export interface Auth {
  readonly state: AuthenticationState;
  /** Whether the number is linked. */
  paired(): boolean;
  /** The credentials have changed. */
  save(): void;
  /** Settles once they are written, or cannot be. */
  settled(): Promise<void>;
}

export interface AuthOptions {
  readonly keys: KeyRows;
  readonly seal: Seal;
  /** Where the rows are, for the seal: "whatsapp/main". */
  readonly place: string;
  readonly library: Pick<Library, "initAuthCreds" | "BufferJSON" | "proto">;
  readonly log: Log;
  readonly time: Time;
  readonly pauseMs: number;
}

const CREDS = { type: "creds", id: "me" };

/** @throws MamaError("secret_wrong") when they were kept with another secret */
export async function openAuth(options: AuthOptions): Promise<Auth> {
  const { keys, library, log, time, pauseMs } = options;
  const codec = createCodec(options);

  const creds = ((await keys.read(CREDS.type, [CREDS.id])).get(CREDS.id) ?? null) as Uint8Array | null;
  const known = creds && (codec.open(CREDS, creds) as AuthenticationState["creds"]);
  const state: AuthenticationState = {
    creds: known ?? library.initAuthCreds(),
    keys: {
      get: async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
        const rows = await keys.read(type, ids);
        const found: { [id: string]: SignalDataTypeMap[T] } = {};
        for (const [id, sealed] of rows) found[id] = codec.open({ type, id }, sealed) as SignalDataTypeMap[T];
        return found;
      },
      set: (data) => keys.write(rowsOf(data, codec)),
    },
  };
  // A pairing that came to nothing leaves a number behind, with which WhatsApp would take us for linked.
  if (!isPaired(state)) {
    delete state.creds.me;
    state.creds.pairingCode = undefined;
  }

  let changed = false;
  let writing: Promise<void> = Promise.resolve();
  const save = (): void => {
    changed = true;
    writing = writing.then(async () => {
      if (!changed) return;
      changed = false;
      try {
        await keys.write([{ ...CREDS, sealed: codec.close(CREDS, state.creds) }]);
      } catch (error) {
        changed = true;
        log.warn({ err: error }, "WhatsApp's credentials could not be written; trying again");
        time.after(pauseMs, save);
      }
    });
  };
  return { state, paired: () => isPaired(state), save, settled: () => writing };
}

/** `registered` is set by a pairing code, `account` by a QR code. */
function isPaired({ creds }: AuthenticationState): boolean {
  return creds.registered || creds.account !== undefined;
}

interface Codec {
  open(at: { type: string; id: string }, sealed: Uint8Array): unknown;
  close(at: { type: string; id: string }, value: unknown): Uint8Array;
}

function createCodec({ seal, place, library: { BufferJSON, proto } }: AuthOptions): Codec {
  const placeOf = ({ type, id }: { type: string; id: string }): string => `${place}/${type}/${id}`;
  return {
    open: (at, sealed) => {
      const plain = Buffer.from(seal.open(sealed, placeOf(at))).toString();
      const value: unknown = JSON.parse(plain, BufferJSON.reviver);
      return at.type === "app-state-sync-key"
        ? proto.Message.AppStateSyncKeyData.fromObject(value as Record<string, unknown>)
        : value;
    },
    close: (at, value) => seal.close(Buffer.from(JSON.stringify(value, BufferJSON.replacer)), placeOf(at)),
  };
}

function rowsOf(data: SignalDataSet, codec: Codec): KeyRow[] {
  return Object.entries(data).flatMap(([type, values]) =>
    Object.entries(values ?? {}).map(([id, value]) => ({
      type,
      id,
      sealed: value === null || value === undefined ? null : codec.close({ type, id }, value),
    })),
  );
}
