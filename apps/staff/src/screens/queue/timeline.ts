import type { AuditRecord } from '@glasshouse/core/staff/audit/codec'
import { auditText } from '../../words/audit.ts'

/** One entry in the history of an item. */
export type TimelineEntry = {
  readonly id: number
  readonly title: string
  readonly atMs: number
  readonly note: string | null
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const textOf = (value: unknown, name: string): string =>
  isRecord(value) && typeof value[name] === 'string' ? value[name] : ''

const deeds: Readonly<Record<string, string>> = {
  reviewItem: 'opened it',
  reviewTake: 'took it',
  reviewPutBack: 'let it go',
  pictureView: 'looked at the picture',
  withdrawHold: 'set why it waits',
  withdrawSent: 'recorded that it was sent',
  withdrawFail: 'rejected it after the approval',
}

const actionText = ({ action, after }: AuditRecord): string => {
  if (action !== 'reviewDecide') return deeds[action] ?? auditText(action)
  return textOf(after, 'decision') === 'reject' ? 'rejected it' : 'approved it'
}

/**
 * History of an item from its audit records, newest first. Consecutive reads by one person are one entry with
 * a count; reads of the history itself are omitted.
 */
export const timelineOf = (records: readonly AuditRecord[], ownId: number): readonly TimelineEntry[] => {
  const steps: (TimelineEntry & { readonly of: string; readonly times: number })[] = []
  for (const record of records) {
    if (record.action === 'auditLog') continue
    const who = record.staffId === ownId ? 'You' : (record.staff ?? 'Somebody')
    const title = `${who} ${actionText(record)}`
    const last = steps.at(-1)
    if (last?.of === title && record.action === 'reviewItem') {
      steps[steps.length - 1] = { ...last, times: last.times + 1, note: `${last.times + 1} times` }
      continue
    }
    const note = textOf(record.after, 'remark') || null
    steps.push({ id: record.id, title, atMs: record.atMs, note, of: title, times: 1 })
  }
  return steps.map(({ id, title, atMs, note }) => ({ id, title, atMs, note }))
}
