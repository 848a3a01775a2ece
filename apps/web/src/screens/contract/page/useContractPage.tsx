import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import type { Market } from '@glasshouse/core/markets/codec'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { noMarks } from '../../../components/chart/orderMarks.ts'
import { noTradingData } from '../../../components/contract/tradingData.ts'
import { useSession } from '../../../data/useSession.ts'
import { paths } from '../../../paths.ts'

const Receipt = lazy(() => import('../../../components/receipt/contract/ContractReceipt.tsx'))
const TradingSource = lazy(() => import('./TradingSource.tsx'))
const Transfer = lazy(() => import('../../../components/Transfer.tsx'))

/** State of the contract page, which both layouts arrange. */
export const useContractPage = (market: Market, markets: readonly Market[]) => {
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const [wallet, onWallet] = useState<ContractWallet>('contract')
  const [receiptOf, setReceiptOf] = useState<number | null>(null)
  const [isTransferring, setTransferring] = useState(false)
  const [ruleMarks, onRuleMarks] = useState(noMarks.fills)
  const [loaded, onData] = useState(() => noTradingData(wallet))
  const isVisitor = useSession() === null
  const trader = isVisitor || loaded.wallet !== wallet ? noTradingData(wallet) : loaded
  const source: ReactNode = !isVisitor && (
    <Suspense fallback={null}>
      <TradingSource wallet={wallet} onData={onData} />
    </Suspense>
  )
  const receipt: ReactNode = receiptOf !== null && !isVisitor && (
    <Suspense fallback={null}>
      <Receipt key={receiptOf} id={receiptOf} markets={markets} onClose={() => setReceiptOf(null)} />
    </Suspense>
  )
  const transfer: ReactNode = isTransferring && (
    <Suspense fallback={null}>
      <Transfer to={wallet} onClose={() => setTransferring(false)} />
    </Suspense>
  )
  return {
    market,
    markets,
    trader,
    /** What loads the data of the signed-in user; the page has it somewhere. */
    source,
    wallet,
    onWallet,
    /** Order whose receipt is open. */
    receiptOf,
    onReceipt: useCallback((id: number) => setReceiptOf(id), []),
    onTransfer: useCallback(() => setTransferring(true), []),
    onPick: (symbol: string): void => navigate(paths.contract({ symbol })),
    /** An address with `panel=ai` begins with AI trading. */
    beginsWithAi: search.get('panel') === 'ai',
    /** Marks of AI trading on the chart. */
    ruleMarks,
    onRuleMarks,
    /** The open receipt; on the desktop it covers the pane it is put into. */
    receipt,
    /** The open transfer dialog. */
    transfer,
  }
}

export type ContractPage = ReturnType<typeof useContractPage>
