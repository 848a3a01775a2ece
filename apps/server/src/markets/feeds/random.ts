/** Scatters the bits of a whole number below 2^32. */
const scatter = (from: number): number => {
  let x = from >>> 0
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad)
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97)
  return (x ^ (x >>> 15)) >>> 0
}

/** A number below 2^32 that stands for a text. */
export const hashToSeed = (text: string): number => {
  let key = 2166136261
  for (const character of text) key = scatter(key ^ (character.codePointAt(0) ?? 0))
  return key
}

/**
 * Repeatable noise: the value depends on the key, the place and the stream alone, so a simulated market is the
 * same whenever it is started. From 0 (inclusive) to 1 (exclusive).
 */
export const uniformNoise = (key: number, place: number, stream: number): number => {
  const high = Math.floor(place / 0x1_0000_0000)
  const low = place >>> 0
  return scatter(scatter(scatter(key ^ low) ^ high) ^ Math.imul(stream + 1, 0x9e3779b1)) / 0x1_0000_0000
}

/** Normally distributed noise with mean 0 and deviation 1; uses the streams `stream` and `stream + 1`. */
export const normalNoise = (key: number, place: number, stream: number): number => {
  const radius = Math.sqrt(-2 * Math.log(1 - uniformNoise(key, place, stream)))
  return radius * Math.cos(2 * Math.PI * uniformNoise(key, place, stream + 1))
}

/**
 * Normally distributed noise that changes gradually: independent values `lengthMs` apart, blended in between so
 * that the deviation is 1 at every instant. Uses the streams `stream` and `stream + 1`.
 */
export const smoothNoise = (key: number, atMs: number, lengthMs: number, stream: number): number => {
  const place = Math.floor(atMs / lengthMs)
  const share = atMs / lengthMs - place
  const rest = 1 - share
  const blend = rest * normalNoise(key, place, stream) + share * normalNoise(key, place + 1, stream)
  return blend / Math.sqrt(rest * rest + share * share)
}
