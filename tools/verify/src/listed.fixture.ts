import type { TickEvidence } from '@glasshouse/core/markets/wire'
import { type ExportBundle, readExport } from './read.ts'

/** An export with its ticks as a list, which a test can change. */
export type ListedExport = Omit<ExportBundle, 'ticks'> & { readonly ticks: readonly TickEvidence[] }

/** Reads an exported folder, its ticks in the order of the log of each symbol. */
export const readListed = async (folder: string): Promise<ListedExport> => {
  const read = await readExport(folder)
  return { ...read, ticks: [...read.ticks] }
}
