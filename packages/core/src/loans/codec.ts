/** Wire forms of loans. */
const states = ['review', 'running', 'rejected', 'repaid', 'overdue', 'settled'] as const
export type LoanState = (typeof states)[number]

/** State of a loan by its wire status. */
export const loanState = ({ status }: { readonly status: 0 | 1 | 2 | 3 | 4 | 5 }): LoanState => states[status]
