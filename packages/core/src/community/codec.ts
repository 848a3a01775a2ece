import type { TextKind, TextState } from './rules.ts'

const kinds = { 1: 'speech', 2: 'comment', 3: 'reply' } as const satisfies Record<number, TextKind>
const states = { 0: 'waiting', 1: 'approved', 2: 'rejected' } as const satisfies Record<number, TextState>
const numbers = { waiting: 0, approved: 1, rejected: 2 } as const

/** Kind of a text by its wire type. */
export const kindFromWire = (type: 1 | 2 | 3): TextKind => kinds[type]

/** State of a text by its wire status. */
export const stateFromWire = (status: 0 | 1 | 2): TextState => states[status]

export const stateToWire = (state: TextState): 0 | 1 | 2 => numbers[state]
