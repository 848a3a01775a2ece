/** Beginning and end of a hash, for tables; the whole one is its title. */
export const shortHash = (hash: string): string => `${hash.slice(0, 8)}…${hash.slice(-6)}`
