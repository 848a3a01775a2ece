import { taskStates } from '@glasshouse/core/rewards/rules'
import type { TaskRow } from '@glasshouse/core/rewards/wire'
import { Badge } from '@glasshouse/ui/Badge'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Icon } from '@glasshouse/ui/Icon'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { showToast } from '@glasshouse/ui/Toast'
import { type ChangeEvent, useRef } from 'react'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Panel } from '../../components/page/Page.tsx'
import { Prose } from '../../components/prose/Prose.tsx'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation, useQueryCall } from '../../data/query.ts'
import { useUpload } from '../../data/upload.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Rewards.module.css'
import { Step } from './Step.tsx'
import { useRewardRefusal } from './useRewards.ts'

type TaskNumber = 1 | 2 | 3 | 4 | 5

/** Newbie tasks in their order; the first open one can be handed in. */
export function Tasks() {
  const { t } = useTranslation('rewards')
  const list = useQueryCall('/api/task/taskList', { noticeType: 1 })
  const open = list.data?.find(({ status }) => status !== taskStates.done)
  return (
    <Panel
      title={t('task.title')}
      beside={<span className={styles.aside}>{t('task.lead')}</span>}
      busy={list.data === undefined && list.error === null}
    >
      {list.data === undefined &&
        (list.error === null ? <Skeleton width="100%" height={280} /> : <ListError list={list} />)}
      {list.data?.length === 0 && <EmptyState icon="rows" title={t('task.none')} />}
      <ol className={styles.rows}>
        {list.data?.map((task, at) => (
          <Task
            key={task.id}
            task={task}
            isOpen={task.id === open?.id}
            before={at === 0 ? null : (list.data?.[at - 1]?.id ?? null)}
          />
        ))}
      </ol>
    </Panel>
  )
}

function Task({ task, isOpen, before }: { task: TaskRow; isOpen: boolean; before: number | null }) {
  const { t } = useTranslation('rewards')
  const figures = useFormatters()
  const { id, title, content, status, money, remark } = task
  const isDone = status === taskStates.done
  return (
    <Step
      mark={isDone ? <Icon name="check" size={14} /> : figures.whole(id)}
      isDone={isDone}
      title={title}
      text={
        <>
          <Prose className={styles.text} text={content} />
          {status === taskStates.rejected && remark !== null && (
            <FieldError>{t('task.rejected', { remark })}</FieldError>
          )}
        </>
      }
      money={figures.plain(money)}
    >
      {isDone ? (
        <Badge tone="brand">{t('task.done')}</Badge>
      ) : status === taskStates.inReview ? (
        <Badge>{t('task.inReview')}</Badge>
      ) : isOpen ? (
        <HandIn id={id as TaskNumber} />
      ) : (
        before !== null && t('task.after', { id: before })
      )}
    </Step>
  )
}

function HandIn({ id }: { id: TaskNumber }) {
  const { t } = useTranslation('rewards')
  const refusal = useRewardRefusal()
  const sentence = useSentence()
  const input = useRef<HTMLInputElement>(null)
  const upload = useUpload()
  const submit = useMutation('/api/task/submit')
  const send = async (url: string | undefined) => {
    const done = await submit.run(url === undefined ? { id } : { id, url })
    if (done !== null)
      showToast({ title: t(done.status === taskStates.done ? 'task.done' : 'task.handedIn') })
  }
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (file === undefined) return
    const url = await upload.run(file)
    if (url !== null) await send(url)
  }
  const needsPicture = id === 2 || id === 3
  const problem = refusal(submit.error) ?? sentence(upload.error)
  return (
    <>
      {id === 1 && (
        <Link href={paths.about()} className={buttonClass({ size: 's' })}>
          {t('task.read')}
        </Link>
      )}
      {needsPicture && (
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('task.upload')}
          accept="image/png,image/jpeg,image/webp"
          onChange={(event) => void choose(event)}
        />
      )}
      <Button
        size="s"
        variant="primary"
        icon={needsPicture ? <Icon name="upload" size={14} /> : undefined}
        busy={(submit.busy || upload.share !== null) && t('signIn.busy')}
        onClick={() => (needsPicture ? input.current?.click() : void send(undefined))}
      >
        {t(needsPicture ? 'task.upload' : 'task.check')}
      </Button>
      {problem !== undefined && <FieldError>{problem}</FieldError>}
    </>
  )
}
