import { type SavedDestinations, type WalletAddress, walletToWire } from '@glasshouse/core/destinations/codec'
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

/** Issue of the wallet address, including its format if the currency names a network. */
const mistakeOf = (form: WalletAddress, saved: WalletAddress) => {
  const address = form.address.trim()
  const network = networkNamed(form.currency)
  if (address === '') return 'empty'
  if (address === saved.address && form.currency.trim() === saved.currency) return 'unchanged'
  return network === null ? null : addressMistake(network, address, undefined)
}

/** Form for the wallet address of a currency. */
export function WalletForm({ card }: { card: SavedDestinations }) {
  const { t } = useTranslation('money')
  const words = useAddressWords()
  const saved = card.wallet ?? { currency: '', address: '' }
  const [form, setForm] = useState<WalletAddress>(saved)
  const [isSubmitted, setSubmitted] = useState(false)
  const save = useMutation('/api/user/updateWalletaddr')
  const change = (part: Partial<WalletAddress>) => {
    setForm((last) => ({ ...last, ...part }))
    save.forget()
  }
  const mistake = mistakeOf(form, saved)
  const network = networkNamed(form.currency)
  const hasCurrency = form.currency.trim() !== ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (mistake !== null || !hasCurrency) return
    const request = walletToWire({ currency: form.currency.trim(), address: form.address.trim() })
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
          value={form.currency}
          onChange={(currency) => change({ currency })}
          error={isSubmitted && !hasCurrency ? t('wallet.currencyMissing') : undefined}
        />
        <div className={styles.picks}>
          {usual.map((currency) => (
            <Button key={currency} size="s" onClick={() => change({ currency })}>
              {currency}
            </Button>
          ))}
        </div>
      </div>
      <Field
        label={t('wallet.address')}
        mono
        maxLength={128}
        value={form.address}
        onChange={(address) => change({ address })}
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
