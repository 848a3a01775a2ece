import { lazy, Suspense } from 'react'
import { AccountPanel } from '../AccountPanel.tsx'
import { type Side, SideSwitch } from '../ai/SideSwitch.tsx'
import { Ticket } from '../ticket/Ticket.tsx'
import type { ContractPage } from './useContractPage.tsx'

const AiPanel = lazy(async () => ({ default: (await import('../ai/AiPanel.tsx')).AiPanel }))

/** The order ticket, or AI trading in its place, above the account. */
export default function EntryPanel({
  page,
  side,
  onSide,
}: {
  page: ContractPage
  side: Side
  onSide: (side: Side) => void
}) {
  return (
    <>
      <SideSwitch side={side} onSide={onSide} />
      {side === 'ticket' ? (
        <Ticket key={page.market.pid} {...page} />
      ) : (
        <Suspense fallback={null}>
          <AiPanel {...page} hasResults={false} onMarks={page.onRuleMarks} />
        </Suspense>
      )}
      <AccountPanel {...page} />
    </>
  )
}
