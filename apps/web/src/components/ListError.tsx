import { Button } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import type { QueryState } from '../data/query.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useSentence } from './useSentence.ts'

/** What stands in place of a list that did not come: the server's words and one retry. */
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

/** The note, but only while there is nothing older to show. */
export const listErrorOf = (list: QueryState<unknown>, title?: string) =>
  list.error && list.data === undefined ? (
    <ListError list={list} {...(title === undefined ? {} : { title })} />
  ) : undefined
