import { newcomerTasks, type OwnTask, taskStateFromWire, tasksFromWire } from '@glasshouse/core/rewards/codec'
import type { TaskId } from '@glasshouse/core/rewards/rules'
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
import { useDecodedCall, useMutation } from '../../data/query.ts'
import { useUpload } from '../../data/upload.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Rewards.module.css'
import { Step } from './Step.tsx'
import { useRewardRefusal } from './useRewards.ts'

/** Newbie tasks in their order; the first open one can be handed in. */
export function Tasks() {
  const { t } = useTranslation('rewards')
  const list = useDecodedCall('/api/task/taskList', newcomerTasks, tasksFromWire)
  const open = list.data?.find(({ state }) => state !== 'done')
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

function Task({ task, isOpen, before }: { task: OwnTask; isOpen: boolean; before: number | null }) {
  const { t } = useTranslation('rewards')
  const figures = useFormatters()
  const { id, title, content, state, money, remark } = task
  const isDone = state === 'done'
  return (
    <Step
      mark={isDone ? <Icon name="check" size={14} /> : figures.whole(id)}
      isDone={isDone}
      title={title}
      text={
        <>
          <Prose className={styles.text} text={content} />
          {state === 'rejected' && remark !== null && (
            <FieldError>{t('task.rejected', { remark })}</FieldError>
          )}
        </>
      }
      money={figures.coins(money)}
    >
      {isDone ? (
        <Badge tone="brand">{t('task.done')}</Badge>
      ) : state === 'inReview' ? (
        <Badge>{t('task.inReview')}</Badge>
      ) : isOpen ? (
        <HandIn id={id} />
      ) : (
        before !== null && t('task.after', { id: before })
      )}
    </Step>
  )
}

function HandIn({ id }: { id: TaskId }) {
  const { t } = useTranslation('rewards')
  const refusal = useRewardRefusal()
  const sentence = useSentence()
  const input = useRef<HTMLInputElement>(null)
  const upload = useUpload()
  const submit = useMutation('/api/task/submit')
  const send = async (url: string | undefined) => {
    const done = await submit.run(url === undefined ? { id } : { id, url })
    if (done !== null)
      showToast({ title: t(taskStateFromWire(done.status) === 'done' ? 'task.done' : 'task.handedIn') })
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
