import { Button } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import type { QueryState } from '../data/query.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useSentence } from './useSentence.ts'

/** Replaces a list that failed to load: the error message and a retry button. */
export function ListError({ list, title }: { list: QueryState<unknown>; title?: string }) {
  const { t } = useTranslation()
  const sentence = useSentence()
  return (
    <EmptyState
      icon="warning"
      tone="warn"
      title={title ?? t('listFailed')}
      text={sentence(list.error)}
      action={
        <Button size="s" onClick={list.reload}>
          {t('retry')}
        </Button>
      }
    />
  )
}

/** Error of a list, only if there are no older rows to show. */
export const listErrorOf = (list: QueryState<unknown>, title?: string) =>
  list.error && list.data === undefined ? (
    <ListError list={list} {...(title === undefined ? {} : { title })} />
  ) : undefined
