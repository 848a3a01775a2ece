import type { AccountFigures } from '@glasshouse/core/contracts/account'
import { contractWallets } from '@glasshouse/core/contracts/contractWallet'
import type { ProfileView } from '@glasshouse/core/identity/profile/codec'
import { formatUsdt } from '@glasshouse/core/money/units'
import type { WalletName } from '@glasshouse/core/wallets/rules'
import { Button } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Dialog } from '@glasshouse/ui/Dialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { IconButton } from '@glasshouse/ui/IconButton'
import { Select } from '@glasshouse/ui/Select'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { useContractAccount } from '../data/contractOrders.ts'
import { useProfile } from '../data/profile.ts'
import { useMutation } from '../data/query.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useFormatters } from './formatters.ts'
import { NumberField } from './NumberField.tsx'
import styles from './Transfer.module.css'
import { type TransferPlan, validateTransfer } from './transferPlan.ts'
import { useSentence } from './useSentence.ts'
import { visibleWallets } from './walletAmounts.ts'

/** Form that transfers USDT between two of the four wallets. Load it lazily. */
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
  const info = useProfile()
  return (
    <Dialog open onOpenChange={onClose} title={t('transfer.title')} closeLabel={shell('close')}>
      {info.data ? (
        <TransferForm info={info.data} first={{ from, to }} onDone={onClose} />
      ) : info.error ? (
        <FieldError>
          {sentence(info.error)}{' '}
          <Button size="s" onClick={info.reload}>
            {shell('retry')}
          </Button>
        </FieldError>
      ) : (
        <Skeleton width="100%" height={160} />
      )}
    </Dialog>
  )
}

type Pair = { readonly from: WalletName; readonly to: WalletName }

/** Selects a wallet for one side. Selecting the wallet of the other side swaps both. */
const choose = (pair: Pair, side: keyof Pair, wallet: WalletName): Pair => {
  const other = side === 'from' ? 'to' : 'from'
  return { ...pair, [other]: pair[other] === wallet ? pair[side] : pair[other], [side]: wallet }
}

function PairPicker({ pair, onChange }: { pair: Pair; onChange: (pair: Pair) => void }) {
  const { t } = useTranslation('account')
  const options = visibleWallets.map((wallet) => ({ value: wallet, label: t(`wallets.${wallet}`) }))
  return (
    <div className={styles.pair}>
      <Select
        label={t('transfer.from')}
        options={options}
        value={pair.from}
        onChange={(wallet) => onChange(choose(pair, 'from', wallet))}
      />
      <IconButton
        icon="transfer"
        label={t('transfer.swap')}
        onClick={() => onChange({ from: pair.to, to: pair.from })}
      />
      <Select
        label={t('transfer.to')}
        options={options}
        value={pair.to}
        onChange={(wallet) => onChange(choose(pair, 'to', wallet))}
      />
    </div>
  )
}

/** Transfers the amount and refreshes all lists that show it. */
const useTransfer = (pair: Pair, onDone: () => void) => {
  const { t } = useTranslation('account')
  const figures = useFormatters()
  const transfer = useMutation('/api/user/walletTransfer')
  const move = async ({ request, amount }: TransferPlan) => {
    if (request === null || amount === null) return
    const answer = await transfer.run(request)
    if (answer === null) return
    showToast({
      title: t('transfer.done', { amount: figures.plain(formatUsdt(amount)) }),
      text: t('transfer.doneText', { from: t(`wallets.${pair.from}`), to: t(`wallets.${pair.to}`) }),
    })
    onDone()
  }
  return { move, busy: transfer.busy, error: transfer.error }
}

/** Account figures of a contract wallet; null for other wallets and while loading. */
const useFiguresOf = (wallet: WalletName): AccountFigures | null => {
  const contract = contractWallets.find((name) => name === wallet)
  const off = contract === undefined
  const { data } = useContractAccount(contract ?? 'contract', { off })
  return off || !data ? null : data
}

function TransferForm({ info, first, onDone }: { info: ProfileView; first: Pair; onDone: () => void }) {
  const { t } = useTranslation('account')
  const figures = useFormatters()
  const sentence = useSentence()
  const [pair, setPair] = useState(first)
  const [typed, setTyped] = useState('')
  const transfer = useTransfer(pair, onDone)
  const account = useFiguresOf(pair.from)
  const plan = validateTransfer({ info, ...pair, account }, typed)
  const balance = (units: bigint) => figures.amount(units, 'floor')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void transfer.move(plan)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <PairPicker pair={pair} onChange={setPair} />
      <AmountField plan={plan} typed={typed} onType={setTyped} />
      {plan.amount !== null && plan.obstacle === null && (
        <DescriptionList
          items={[
            { id: 'from', label: t(`wallets.${pair.from}`), value: balance(plan.has - plan.amount) },
            { id: 'to', label: t(`wallets.${pair.to}`), value: balance(plan.target + plan.amount) },
          ]}
        />
      )}
      {pair.from.startsWith('contract') && <p className={styles.note}>{t('transfer.contractNote')}</p>}
      {transfer.error && <FieldError>{sentence(transfer.error)}</FieldError>}
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

function AmountField({
  plan,
  typed,
  onType,
}: {
  plan: TransferPlan
  typed: string
  onType: (text: string) => void
}) {
  const { t } = useTranslation('account')
  const figures = useFormatters()
  const low = plan.obstacle === 'low'
  const { all } = plan
  return (
    <NumberField
      label={t('transfer.amount')}
      limits={t('transfer.has', { amount: figures.amount(plan.has, 'floor') })}
      autoFocus
      unit="USDT"
      value={typed}
      onChange={onType}
      error={low ? t('transfer.low') : plan.obstacle === 'wrong' ? t('transfer.wrong') : undefined}
      fix={
        low && all !== null
          ? { text: t('transfer.useAll', { amount: figures.plain(all) }), onUse: () => onType(all) }
          : undefined
      }
      end={
        all !== null && (
          <Button variant="quiet" size="s" onClick={() => onType(all)}>
            {t('transfer.all')}
          </Button>
        )
      }
    />
  )
}
