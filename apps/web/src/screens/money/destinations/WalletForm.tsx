import type { DataOf } from '@glasshouse/core/calls'
import { networkNamed } from '@glasshouse/core/destinations/rules'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import money from '../Money.module.css'
import { addressMistake } from './addressForm.ts'
import styles from './Destinations.module.css'
import { PauseNote } from './PauseNote.tsx'
import { useAddressWords } from './useAddressWords.ts'

/** Suggested currencies; others can be typed. */
const usual = ['USDT(TRC20)', 'USDT(ERC20)', 'BTC', 'ETH'] as const

type Wallet = { readonly cryptocurrency: string; readonly walletaddr: string }

/** Issue of the wallet address, including its format if the currency names a network. */
const mistakeOf = ({ cryptocurrency, walletaddr }: Wallet, saved: Wallet) => {
  const address = walletaddr.trim()
  const network = networkNamed(cryptocurrency)
  if (address === '') return 'empty'
  if (address === saved.walletaddr && cryptocurrency.trim() === saved.cryptocurrency) return 'unchanged'
  return network === null ? null : addressMistake(network, address, undefined)
}

/** Form for the wallet address of a currency. */
export function WalletForm({ card }: { card: DataOf<'/api/user/myBankCard'> }) {
  const { t } = useTranslation('money')
  const words = useAddressWords()
  const saved = { cryptocurrency: card.cryptocurrency ?? '', walletaddr: card.walletaddr ?? '' }
  const [form, setForm] = useState<Wallet>(saved)
  const [isSubmitted, setSubmitted] = useState(false)
  const save = useMutation('/api/user/updateWalletaddr')
  const change = (part: Partial<Wallet>) => {
    setForm((last) => ({ ...last, ...part }))
    save.forget()
  }
  const mistake = mistakeOf(form, saved)
  const network = networkNamed(form.cryptocurrency)
  const hasCurrency = form.cryptocurrency.trim() !== ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (mistake !== null || !hasCurrency) return
    const request = { cryptocurrency: form.cryptocurrency.trim(), walletaddr: form.walletaddr.trim() }
    if ((await save.run(request)) === null) return
    setSubmitted(false)
    showToast({ title: t('wallet.saved'), text: t('destination.pausedNow') })
  }
  return (
    <form className={money.form} onSubmit={submit} noValidate>
      <div className={money.setting}>
        <Field
          label={t('wallet.currency')}
          maxLength={32}
          value={form.cryptocurrency}
          onChange={(cryptocurrency) => change({ cryptocurrency })}
          error={isSubmitted && !hasCurrency ? t('wallet.currencyMissing') : undefined}
        />
        <div className={styles.picks}>
          {usual.map((currency) => (
            <Button key={currency} size="s" onClick={() => change({ cryptocurrency: currency })}>
              {currency}
            </Button>
          ))}
        </div>
      </div>
      <Field
        label={t('wallet.address')}
        mono
        maxLength={128}
        value={form.walletaddr}
        onChange={(walletaddr) => change({ walletaddr })}
        error={
          (isSubmitted && mistake !== null && mistake !== 'unchanged' && words.mistake(mistake, network)) ||
          words.refusal(save.error, network)
        }
      />
      <PauseNote kind="address" />
      <Button
        type="submit"
        reasonPlace="below"
        busy={save.busy && t('destination.busy')}
        reason={mistake === 'unchanged' ? t('destination.unchanged') : undefined}
      >
        {t('wallet.save')}
      </Button>
    </form>
  )
}
