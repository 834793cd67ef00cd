/** `npm start`: the program, from its sources. */
import * as module from "node:module";
import { bundle } from "./bundle.mjs";

// From Node 22 on, what the engine made of the code is kept for the next start.
module.enableCompileCache?.();
process.setSourceMapsEnabled(true);
await import(await bundle("src/main.ts").catch(unbundled));

/** Where nothing may be written beside the packages, the sources are loaded one by one, which takes longer. */
async function unbundled(error) {
  if (!["EACCES", "EROFS", "EPERM"].includes(error.code)) throw error;
  const { register } = await import("tsx/esm/api");
  register();
  return new URL("../src/main.ts", import.meta.url).href;
}
