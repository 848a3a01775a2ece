import type { BankField, SavedDestinations } from '@glasshouse/core/destinations/codec'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { useFormatters } from '../../../components/formatters.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import money from '../Money.module.css'
import { type BankGroup, bankGroups } from './bankForm.ts'
import styles from './Destinations.module.css'
import { PauseNote } from './PauseNote.tsx'
import { type BankState, useBank } from './useBank.ts'

/** Autocomplete tokens of the fields. */
const fills: Readonly<Partial<Record<BankField, string>>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  holder: 'name',
  address: 'street-address',
  locality: 'address-level3',
  city: 'address-level2',
  postCode: 'postal-code',
}

const mono: readonly BankField[] = ['accountNumber', 'iban', 'ifsc']

/** Form for bank details, saved as a whole. */
export function BankForm({ card }: { card: SavedDestinations }) {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const bank = useBank(card)
  return (
    <form className={money.form} onSubmit={bank.submit} noValidate>
      {card.changedMs !== null && (
        <p className={money.text}>{t('destination.changed', { time: figures.full(card.changedMs) })}</p>
      )}
      <Group name="holder" bank={bank} />
      <Group name="account" bank={bank} />
      <Group name="address" bank={bank} />
      <PauseNote kind="bank" />
      {bank.problem && <FieldError>{bank.problem}</FieldError>}
      <Button
        type="submit"
        variant="primary"
        size="l"
        reasonPlace="below"
        busy={bank.busy && t('destination.busy')}
        reason={bank.isSame ? t('destination.unchanged') : undefined}
      >
        {t('bank.save')}
      </Button>
    </form>
  )
}

function Group({ name, bank }: { name: BankGroup; bank: BankState }) {
  const { t } = useTranslation('money')
  return (
    <fieldset className={styles.group}>
      <legend>{t(`bank.group.${name}`)}</legend>
      {bankGroups[name].map((field) => (
        <Field
          key={field}
          label={field === 'iban' ? 'IBAN' : t(`bank.${field}`)}
          mono={mono.includes(field)}
          autoComplete={fills[field] ?? 'off'}
          value={bank.form[field]}
          onChange={(text) => bank.change(field, text)}
          error={bank.errorOf(field)}
        />
      ))}
    </fieldset>
  )
}
