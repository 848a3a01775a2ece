import { formatQuantity, type Quantity, usdt } from '@glasshouse/core/money/units'
import type { Issue } from '@glasshouse/core/subscription/codec'
import { isAskable } from '@glasshouse/core/subscription/rules'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { Checkbox } from '@glasshouse/ui/Checkbox'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { NumberField } from '../../components/NumberField.tsx'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Subscription.module.css'
import { coinOf, costOf, typedCoins, useContractWallet } from './useIssues.ts'

const ConfirmApplication = lazy(() => import('./ConfirmApplication.tsx'))

/** Application for coins of an open issue: how many, what they would cost, and that nothing is held. */
export function ApplyForm({ issue }: { issue: Issue }) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const signedIn = useSession() !== null
  const [typed, setTyped] = useState(formatQuantity(issue.min))
  const [hasRead, setHasRead] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const coins = typedCoins(typed)
  const valid = coins !== null && isAskable(issue, coins) ? coins : null
  const range = {
    min: figures.coins(issue.min),
    max: figures.coins(issue.max),
    step: figures.coins(issue.step),
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (valid !== null && hasRead) setAsking(true)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <NumberField
        label={t('amount')}
        limits={t('range', range)}
        unit={coinOf(issue)}
        value={typed}
        onChange={setTyped}
        error={valid === null ? t('rangeWrong', range) : undefined}
      />
      <ApplicationCost issue={issue} coins={valid} />
      {signedIn ? (
        <>
          <Checkbox checked={hasRead} onChange={setHasRead}>
            {t('hasRead')}
          </Checkbox>
          <Button
            variant="primary"
            size="l"
            type="submit"
            reason={valid === null ? true : hasRead ? undefined : t('readFirst')}
          >
            {t('applyFor', {
              coin: `${valid === null ? '—' : figures.coins(valid)} ${coinOf(issue)}`,
            })}
          </Button>
        </>
      ) : (
        <Link
          href={paths.login({ next: paths.subscription({ id: issue.id }) })}
          className={buttonClass({ variant: 'primary', size: 'l' })}
        >
          {t('signIn')}
        </Link>
      )}
      <p className={styles.hint}>{t('noDebt')}</p>
      {isAsking && valid !== null && (
        <Suspense>
          <ConfirmApplication issue={issue} coins={valid} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </form>
  )
}

/** What coins cost if all are allotted, beside the market, and what is held until then. */
export function ApplicationCost({ issue, coins }: { issue: Issue; coins: Quantity | null }) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const wallet = useContractWallet()
  const cost = coins === null ? null : costOf(issue, coins)
  const market = cost?.atMarket ?? null
  return (
    <DescriptionList
      items={[
        {
          id: 'pay',
          label: t('toPayAll'),
          value: cost === null ? '—' : `${figures.amount(cost.atIssue, 'ceil')} USDT`,
          working:
            coins === null ? undefined : (
              <span className={styles.hint}>
                {t('toPayText', {
                  price: figures.exactPrice(issue.price),
                  coins: figures.coins(coins),
                })}
              </span>
            ),
        },
        {
          id: 'market',
          label: t('atMarket'),
          value:
            issue.marketPrice === null
              ? t('notTrading')
              : market === null
                ? '—'
                : `${figures.amount(market, 'ceil')} USDT`,
          working: cost !== null && market !== null && <Difference paid={cost.atIssue} market={market} />,
        },
        { id: 'held', label: t('heldNow'), value: `${figures.amount(usdt('0'), 'floor')} USDT` },
        ...(wallet === null
          ? []
          : [
              {
                id: 'wallet',
                label: t('inWallet'),
                value: `${figures.amount(wallet, 'floor')} USDT`,
              },
            ]),
      ]}
    />
  )
}

/** Whether the market is cheaper or dearer than the issue, and by how much. */
export function Difference({ paid, market }: { paid: bigint; market: bigint }) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const [key, by] =
    market < paid
      ? (['cheaper', paid - market] as const)
      : market > paid
        ? (['dearer', market - paid] as const)
        : (['same', 0n] as const)
  return <span className={styles.hint}>{t(`market.${key}`, { amount: figures.amount(by, 'floor') })}</span>
}
