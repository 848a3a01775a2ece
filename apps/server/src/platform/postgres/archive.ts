/**
 * Copies a piece of the write-ahead log as a whole or not at all. A piece that is there already is asked for again after a crash
 * between the copy and PostgreSQL's note of it: the same piece counts as copied, another one is never overwritten.
 */
export const archiveCommand = (folder: string): string => {
  const [target, part] = [`"${folder}/%f"`, `"${folder}/%f.part"`]
  const copy = `cp "%p" ${part} && sync ${part} && mv ${part} ${target} && sync "${folder}"`
  return `if test -f ${target}; then cmp -s "%p" ${target} && sync ${target}; else ${copy}; fi`
}

/** Settings under which finished pieces stay where they are, for a later start that copies them. */
export const keptLogSettings: readonly string[] = ['archive_mode=on', 'archive_command=']

/** Settings of PostgreSQL that copy its log into a folder, at least once a minute. */
export const archiveSettings = (folder: string): readonly string[] => [
  'archive_mode=on',
  'archive_timeout=60',
  `archive_command=${archiveCommand(folder)}`,
]
