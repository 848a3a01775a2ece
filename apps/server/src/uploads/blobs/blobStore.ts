/** Store of picture bytes by name. An unreachable store is thrown as an `UpstreamError`. */
export type BlobStore = {
  readonly put: (name: string, bytes: Buffer) => Promise<void>
  /** Null if there is no blob with that name. */
  readonly get: (name: string) => Promise<Buffer | null>
  /** Deletes a blob; no effect if it does not exist. */
  readonly remove: (name: string) => Promise<void>
}
