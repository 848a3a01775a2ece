import type { DataOf } from '@glasshouse/core/calls'
import type { RiskProduct } from '@glasshouse/core/policy/rules'
import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { useMutation, useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ListError } from '../ListError.tsx'
import { useSentence } from '../useSentence.ts'
import { type Answers, answersText, type Question } from './answers.ts'
import styles from './RiskCheck.module.css'

type RiskCheckProps = {
  product: RiskProduct
  /** Opened by a rejected order, which the user has to send again. */
  forOrder?: boolean
  onClose: () => void
  onPassed?: () => void
}

/** Risk notice and questions of a product. Load it lazily. */
export default function RiskCheck(props: RiskCheckProps) {
  const { t } = useTranslation(['risk', 'shell'])
  const check = useQueryCall('/api/user/riskCheck', { product: props.product })
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      size="wide"
      title={t('title', { product: t(`product.${props.product}`) })}
      description={t('lead')}
      closeLabel={t('shell:close')}
    >
      {check.data ? (
        <Check {...props} check={check.data} />
      ) : check.error ? (
        <ListError list={check} />
      ) : (
        <div aria-busy="true">
          <Skeleton width="100%" height={280} />
        </div>
      )}
    </Dialog>
  )
}

/** Form state: selected answers and the result of the server. */
const useAnswers = (
  { product, forOrder = false, onClose, onPassed }: RiskCheckProps,
  { version, questions }: DataOf<'/api/user/riskCheck'>,
) => {
  const { t } = useTranslation('risk')
  const pass = useMutation('/api/user/riskPass')
  const [answers, setAnswers] = useState<Answers>({})
  const [wrong, setWrong] = useState(false)
  const text = answersText(questions, answers)
  return {
    answers,
    wrong,
    complete: text !== null,
    busy: pass.busy,
    error: pass.error,
    choose: (id: string, option: string) => {
      setAnswers((last) => ({ ...last, [id]: option }))
      setWrong(false)
      pass.forget()
    },
    submit: async (event: FormEvent) => {
      event.preventDefault()
      // In React the dialog is a child of the ticket's form, which must not be submitted.
      event.stopPropagation()
      if (text === null) return
      const answer = await pass.run({ product, version, answers: text })
      if (answer === null) return
      if (!answer.passed) return setWrong(true)
      showToast({ title: t('done'), ...(forOrder ? { text: t('sendAgain') } : {}) })
      onPassed?.()
      onClose()
    },
  }
}

function Check({ check, ...props }: RiskCheckProps & { check: DataOf<'/api/user/riskCheck'> }) {
  const { t } = useTranslation('risk')
  const sentence = useSentence()
  const form = useAnswers(props, check)
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <section className={styles.notice} aria-label={t('notice')}>
        {check.notice}
      </section>
      {check.questions.map((question) => (
        <Choices
          key={question.id}
          question={question}
          chosen={form.answers[question.id]}
          onChoose={(option) => form.choose(question.id, option)}
        />
      ))}
      {(form.wrong || form.error) && (
        <FieldError>{form.wrong ? t('wrong') : sentence(form.error)}</FieldError>
      )}
      <Button
        type="submit"
        variant="primary"
        wide
        reasonPlace="below"
        busy={form.busy && t('busy')}
        reason={form.complete ? undefined : t('open')}
      >
        {t('submit')}
      </Button>
    </form>
  )
}

function Choices({
  question,
  chosen,
  onChoose,
}: {
  question: Question
  chosen: string | undefined
  onChoose: (option: string) => void
}) {
  return (
    <fieldset className={styles.question}>
      <legend>{question.text}</legend>
      {question.options.map((option) => (
        <label key={option.id} className={styles.option}>
          <input
            type="radio"
            name={question.id}
            checked={chosen === option.id}
            onChange={() => onChoose(option.id)}
          />
          <span>{option.text}</span>
        </label>
      ))}
    </fieldset>
  )
}
