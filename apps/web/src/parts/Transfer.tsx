import type { UserInfo } from '@glasshouse/core/identity/wire'
import { formatUsdt } from '@glasshouse/core/money/units'
import type { WalletName } from '@glasshouse/core/wallets/rules'
import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { Facts } from '@glasshouse/ui/Facts'
import { Field } from '@glasshouse/ui/Field'
import { IconButton } from '@glasshouse/ui/IconButton'
import { Select } from '@glasshouse/ui/Select'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useCommand, useReload } from '../live/query.ts'
import { useFigures } from './figures.ts'
import styles from './Transfer.module.css'
import { planTransfer } from './transferPlan.ts'
import { useSentence } from './useSentence.ts'
import { shownWallets } from './walletAmounts.ts'

/** Moves USDT between two of the four wallets. Load it lazily. */
export default function Transfer({
  from = 'wallet',
  to = 'contract',
  onClose,
}: {
  from?: WalletName
  to?: WalletName
  onClose: () => void
}) {
  const { t } = useTranslation('account')
  const { t: shell } = useTranslation('shell')
  const sentence = useSentence()
  const info = useCall('/api/user/getuserinfo', {})
  return (
    <Dialog open onOpenChange={onClose} title={t('transfer.title')} closeLabel={shell('close')}>
      {info.data ? (
        <TransferForm info={info.data} first={{ from, to }} onDone={onClose} />
      ) : info.error ? (
        <p className={styles.problem} role="alert">
          {sentence(info.error)}{' '}
          <Button size="s" onClick={info.reload}>
            {shell('retry')}
          </Button>
        </p>
      ) : (
        <Skeleton width="100%" height={160} />
      )}
    </Dialog>
  )
}

type Pair = { readonly from: WalletName; readonly to: WalletName }

function TransferForm({ info, first, onDone }: { info: UserInfo; first: Pair; onDone: () => void }) {
  const { t } = useTranslation('account')
  const figures = useFigures()
  const sentence = useSentence()
  const reload = useReload()
  const transfer = useCommand('/api/user/walletTransfer')
  const [pair, setPair] = useState(first)
  const [typed, setTyped] = useState('')
  const plan = planTransfer(info, pair.from, pair.to, typed)
  const balance = (units: bigint) => figures.amount(units, 'floor')
  const options = shownWallets.map((wallet) => ({ value: wallet, label: t(`wallets.${wallet}`) }))
  // Choosing the other side's wallet turns the two around: they are never the same.
  const choose = (side: keyof Pair, wallet: WalletName) =>
    setPair((last) => {
      const other = side === 'from' ? 'to' : 'from'
      return { ...last, [other]: last[other] === wallet ? last[side] : last[other], [side]: wallet }
    })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (plan.request === null || plan.amount === null) return
    const answer = await transfer.run(plan.request)
    if (answer === null) return
    reload('/api/user/getuserinfo', '/api/user/wallet', '/api/contract/account')
    showToast({
      title: t('transfer.done', { amount: figures.plain(formatUsdt(plan.amount)) }),
      text: t('transfer.doneText', { from: t(`wallets.${pair.from}`), to: t(`wallets.${pair.to}`) }),
    })
    onDone()
  }
  const low = plan.obstacle === 'low'
  const all = formatUsdt(plan.has)
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.pair}>
        <Select
          label={t('transfer.from')}
          options={options}
          value={pair.from}
          onChange={(wallet) => choose('from', wallet)}
        />
        <IconButton
          icon="transfer"
          label={t('transfer.swap')}
          onClick={() => setPair((last) => ({ from: last.to, to: last.from }))}
        />
        <Select
          label={t('transfer.to')}
          options={options}
          value={pair.to}
          onChange={(wallet) => choose('to', wallet)}
        />
      </div>
      <Field
        label={t('transfer.amount')}
        limits={t('transfer.has', { amount: balance(plan.has) })}
        inputMode="decimal"
        autoFocus
        unit="USDT"
        value={typed}
        onChange={setTyped}
        error={low ? t('transfer.low') : plan.obstacle === 'wrong' ? t('transfer.wrong') : undefined}
        fix={
          low && plan.has > 0n
            ? { text: t('transfer.useAll', { amount: figures.plain(all) }), onUse: () => setTyped(all) }
            : undefined
        }
        end={
          plan.has > 0n && (
            <Button variant="quiet" size="s" onClick={() => setTyped(all)}>
              {t('transfer.all')}
            </Button>
          )
        }
      />
      {plan.amount !== null && !low && (
        <Facts
          items={[
            { id: 'from', label: t(`wallets.${pair.from}`), value: balance(plan.has - plan.amount) },
            { id: 'to', label: t(`wallets.${pair.to}`), value: balance(plan.target + plan.amount) },
          ]}
        />
      )}
      {pair.from.startsWith('contract') && <p className={styles.note}>{t('transfer.contractNote')}</p>}
      {transfer.error && (
        <p className={styles.problem} role="alert">
          {sentence(transfer.error)}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        wide
        reasonPlace="below"
        busy={transfer.busy && t('transfer.busy')}
        reason={plan.obstacle === 'enter' ? t('transfer.enter') : plan.obstacle ? true : undefined}
      >
        {plan.request === null || plan.amount === null
          ? t('transfer.submitEmpty')
          : t('transfer.submit', { amount: figures.plain(formatUsdt(plan.amount)) })}
      </Button>
    </form>
  )
}
