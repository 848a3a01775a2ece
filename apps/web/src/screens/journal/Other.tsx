import { journalFilterToWire, journalFromWire } from '@glasshouse/core/ledger/codec'
import { journal } from '@glasshouse/core/ledger/journal'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { useState } from 'react'
import type { Cause } from '../../components/journal/causes.ts'
import { Lines } from '../../components/journal/Lines.tsx'
import { ListPager } from '../../components/ListPager.tsx'
import { useDecodedPage } from '../../data/query.ts'

const pageSize = 10

/** Types that the other two tabs show with more detail. */
const excludedTypes = [journal.deposit, journal.withdrawal, journal.withdrawalReturned, journal.withdrawalFee]

/** All transactions except deposits and withdrawals, ten per page. */
export function Other({ onOpen }: { onOpen: (cause: Cause) => void }) {
  const [page, setPage] = useState(1)
  const query = {
    ...journalFilterToWire({ kind: 'except', types: excludedTypes }),
    ...pageToWire(page, pageSize),
  }
  const list = useDecodedPage('/api/user/priceLog', query, journalFromWire)
  return (
    <>
      <Lines list={list} onOpen={onOpen} />
      <ListPager list={list} page={page} pageSize={pageSize} onPage={setPage} />
    </>
  )
}
