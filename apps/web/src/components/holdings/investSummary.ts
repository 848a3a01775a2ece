import { investSummaryFromWire } from '@glasshouse/core/invest/orders/codec'
import { useDecodedCall } from '../../data/query.ts'
import { useHasPassed } from '../calendar.ts'

const slowMs = 60_000
/** While an accrual is due, until the server has booked it. */
const dueMs = 3000

/** Polling interval of data that changes at an instant: fast once it has passed, until the data names a later one. */
export const usePollAt = (next: number | null | undefined): number =>
  useHasPassed(next ?? null) ? dueMs : slowMs

/** Sums of my orders, fetched again at each accrual. */
export const useInvestSummary = (off = false) => {
  const known = useDecodedCall('/api/invest/summary', {}, investSummaryFromWire, { off })
  const everyMs = usePollAt(known.data?.nextMs)
  return useDecodedCall('/api/invest/summary', {}, investSummaryFromWire, { off, everyMs })
}
