import { changeLetterWordToWire } from '@glasshouse/core/identity/profile/codec'
import { isLetterWord } from '@glasshouse/core/identity/rules'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'
import { Panel } from './AccountLayout.tsx'

/** The word by which a customer recognizes the product's letters; saving it empty removes it. */
export function LetterWord({ word }: { word: string }) {
  const { t } = useTranslation(['security', 'mine'])
  const sentence = useSentence()
  const save = useMutation('/api/user/setUserinfo')
  const [typed, setTyped] = useState(word)
  const [tried, setTried] = useState(false)
  const wanted = typed.normalize('NFC').trim()
  const isValid = wanted === '' || isLetterWord(wanted)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isValid || wanted === word || (await save.run(changeLetterWordToWire(wanted))) === null) return
    showToast({ title: t(wanted === '' ? 'letterWord.removed' : 'letterWord.saved') })
    setTried(false)
  }
  return (
    <Panel title={t('letterWord.title')} text={t('letterWord.text')}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field
          label={t('letterWord.field')}
          limits={t('letterWord.limits')}
          autoComplete="off"
          maxLength={64}
          value={typed}
          onChange={(text) => {
            setTyped(text)
            save.forget()
          }}
          error={tried && !isValid ? t('letterWord.wrong') : sentence(save.error)}
        />
        <div>
          <Button
            type="submit"
            busy={save.busy && t('mine:saving')}
            reason={wanted === word ? t('letterWord.same') : undefined}
          >
            {t('mine:save')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
