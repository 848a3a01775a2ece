import { coldWalletToWire } from '@glasshouse/core/destinations/codec'
import type { Network } from '@glasshouse/core/destinations/rules'
import { methodNames } from '@glasshouse/core/withdrawals/rules'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { pathInSite, paths } from '../../../paths.ts'
import money from '../Money.module.css'
import { type AddressMistake, addressMistake, networkOfAddress } from './addressForm.ts'
import styles from './Destinations.module.css'
import { PauseNote } from './PauseNote.tsx'
import { useAddressWords } from './useAddressWords.ts'

/** Saves the address and returns to the page that needed it. */
const useSave = (network: Network) => {
  const { t } = useTranslation('money')
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const save = useMutation('/api/user/saveOrUpdColdWallet')
  const send = async (address: string) => {
    const request = coldWalletToWire({ network, address: address.trim() })
    if ((await save.run(request)) === null) return
    showToast({ title: t('cold.saved'), text: t('destination.pausedNow') })
    navigate(pathInSite(search.get('next')) ?? paths.mine())
  }
  return { send, busy: save.busy, error: save.error, forget: save.forget }
}

/** Form for the withdrawal address of one network. */
export function WithdrawalAddressForm({
  network,
  saved,
  onNetwork,
}: {
  network: Network
  saved: string | undefined
  onNetwork: (network: Network) => void
}) {
  const { t } = useTranslation('money')
  const [address, setAddress] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const save = useSave(network)
  const mistake = addressMistake(network, address, saved)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (mistake === null) void save.send(address)
  }
  return (
    <form className={money.form} onSubmit={submit} noValidate>
      {saved !== undefined && (
        <p className={styles.saved}>
          {t('cold.now')} <b>{saved}</b>
        </p>
      )}
      <AddressField
        network={network}
        address={address}
        mistake={isSubmitted ? mistake : null}
        error={save.error}
        onChange={(text) => {
          setAddress(text)
          save.forget()
        }}
        onNetwork={onNetwork}
      />
      <PauseNote kind="address" />
      <Button type="submit" variant="primary" size="l" wide busy={save.busy && t('destination.busy')}>
        {t(saved === undefined ? 'cold.save' : 'cold.replace')}
      </Button>
    </form>
  )
}

function AddressField({
  network,
  address,
  mistake,
  error,
  onChange,
  onNetwork,
}: {
  network: Network
  address: string
  mistake: AddressMistake | null
  error: ReturnType<typeof useSave>['error']
  onChange: (text: string) => void
  onNetwork: (network: Network) => void
}) {
  const { t } = useTranslation('money')
  const words = useAddressWords()
  const other = networkOfAddress(address)
  return (
    <Field
      label={t('cold.address')}
      limits={t(`cold.form.${network}`)}
      mono
      maxLength={128}
      value={address}
      onChange={onChange}
      error={mistake === null ? words.refusal(error, network) : words.mistake(mistake, network)}
      fix={
        mistake === 'otherNetwork' && other !== null
          ? { text: t('cold.turnTo', { network: methodNames[other] }), onUse: () => onNetwork(other) }
          : undefined
      }
    />
  )
}
