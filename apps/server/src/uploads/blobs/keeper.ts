/** Where the bytes of pictures lie, by name. What cannot be reached is thrown as a fault that may pass. */
export type BlobStore = {
  readonly put: (name: string, bytes: Buffer) => Promise<void>
  /** Null when there is none of that name. */
  readonly get: (name: string) => Promise<Buffer | null>
  /** Deletes what is there; nothing happens when it is gone already. */
  readonly remove: (name: string) => Promise<void>
}
