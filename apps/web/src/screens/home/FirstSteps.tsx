import { journal } from '@glasshouse/core/ledger/journal'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { Icon } from '@glasshouse/ui/Icon'
import { Link } from 'wouter'
import { Panel } from '../../components/page/Page.tsx'
import { useReceiptOpened } from '../../components/receipt/receiptOpened.ts'
import { usePagedCall } from '../../data/query.ts'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isPractice } from '../../mode.ts'
import { paths } from '../../paths.ts'
import styles from './FirstSteps.module.css'

const steps = ['account', 'funds', 'order', 'receipt'] as const
type Step = (typeof steps)[number]

/** Whether a customer's journal has a line of some types; false before it is known. */
const useHasLine = (types: readonly number[], off: boolean): { known: boolean; has: boolean } => {
  const list = usePagedCall('/api/user/priceLog', { types: types.join(','), ...pageToWire(1, 1) }, { off })
  return { known: off || list.total !== undefined, has: !off && (list.total ?? 0) > 0 }
}

/**
 * What to do first: register, get funds, place an order, open its receipt. Each is ticked by the ledger, the receipt by
 * this browser; nothing is shown once all are done.
 */
export function FirstSteps() {
  const { t } = useTranslation('home')
  const isVisitor = useSession() === null
  const funds = useHasLine([journal.deposit, journal.receivedFromUser], isVisitor)
  const order = useHasLine([journal.margin, journal.optionStake], isVisitor)
  const hasReceipt = useReceiptOpened()
  const done: Readonly<Record<Step, boolean>> = {
    account: !isVisitor,
    funds: funds.has,
    order: order.has,
    receipt: hasReceipt && order.has,
  }
  if (!funds.known || !order.known || steps.every((step) => done[step])) return null
  const targets: Readonly<Record<Step, string>> = {
    account: paths.register(),
    funds: paths.recharge(),
    order: paths.contract(),
    receipt: paths.transaction(),
  }
  const next = steps.find((step) => !done[step])
  return (
    <section aria-label={t('steps.title')} data-first-steps>
      <Panel title={t('steps.title')}>
        <ol className={styles.steps}>
          {steps.map((step, at) => {
            const name = step === 'funds' && !isPractice ? t('steps.deposit') : t(`steps.${step}`)
            const text = (
              <>
                <span
                  className={styles.mark}
                  data-done={done[step] || undefined}
                  data-next={step === next || undefined}
                >
                  {done[step] ? <Icon name="check" size={12} /> : at + 1}
                </span>
                <span>
                  <b>{name}</b>
                  <span className={styles.text}>{done[step] ? t('steps.done') : t(`steps.${step}Text`)}</span>
                </span>
              </>
            )
            return (
              <li key={step}>
                {done[step] ? (
                  <div className={styles.step}>{text}</div>
                ) : (
                  <Link href={isVisitor ? paths.register() : targets[step]} className={styles.step}>
                    {text}
                  </Link>
                )}
              </li>
            )
          })}
        </ol>
      </Panel>
    </section>
  )
}
