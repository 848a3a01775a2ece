import type { ContentTexts } from '@glasshouse/core/content/records'
import type { TaskId } from '@glasshouse/core/rewards/rules'
import type { Language } from '@glasshouse/core/wire/languages'

/** Sample texts for tasks and check-ins, marked as a sample. */

type TaskWords = { readonly [Id in TaskId]: readonly [title: string, content: string] }

/** Appended to every task, so that the sample is not taken for an offer. */
const notes: Readonly<Record<Language, string>> = {
  en: 'This is a sample task of practice: the reward is play money.',
  es: 'Esta es una tarea de muestra del modo de práctica: la recompensa es dinero ficticio.',
  pt: 'Esta é uma tarefa de amostra do modo de prática: a recompensa é dinheiro fictício.',
  ru: 'Это образец задания учебного режима: награда — учебные деньги.',
  ja: 'これは練習用のサンプルタスクです。報酬は練習用資金です。',
  kr: '이것은 연습용 예시 과제이며 보상은 연습용 자금입니다.',
  th: 'นี่คืองานตัวอย่างของโหมดฝึก รางวัลเป็นเงินสมมติ',
  zh_CN: '这是模拟模式的示例任务，奖励为模拟资金。',
  zh_TW: '這是模擬模式的範例任務，獎勵為模擬資金。',
}

const words: Readonly<Record<Language, TaskWords>> = {
  en: {
    1: ['Read the introduction', 'Read who runs this platform and how it works.'],
    2: ['Share a screenshot', 'Share the platform with somebody and hand in a screenshot of it.'],
    3: ['Join the group', 'Join the operator’s group and hand in a screenshot of it.'],
    4: ['Deposit and invest', 'Deposit more than 1000 USDT and buy a product.'],
    5: ['Invite two users', 'Two people register by your invitation.'],
  },
  es: {
    1: ['Leer la presentación', 'Lee quién gestiona esta plataforma y cómo funciona.'],
    2: ['Compartir una captura', 'Comparte la plataforma con alguien y envía una captura de pantalla.'],
    3: ['Unirse al grupo', 'Únete al grupo del operador y envía una captura de pantalla.'],
    4: ['Depositar e invertir', 'Deposita más de 1000 USDT y compra un producto.'],
    5: ['Invitar a dos usuarios', 'Dos personas se registran con tu invitación.'],
  },
  pt: {
    1: ['Ler a apresentação', 'Leia quem opera esta plataforma e como funciona.'],
    2: ['Compartilhar uma captura', 'Compartilhe a plataforma com alguém e envie uma captura de tela.'],
    3: ['Entrar no grupo', 'Entre no grupo do operador e envie uma captura de tela.'],
    4: ['Depositar e investir', 'Deposite mais de 1000 USDT e compre um produto.'],
    5: ['Convidar dois usuários', 'Duas pessoas se cadastram com o seu convite.'],
  },
  ru: {
    1: ['Прочитать о платформе', 'Прочитайте, кто управляет платформой и как она работает.'],
    2: ['Поделиться снимком экрана', 'Расскажите кому-нибудь о платформе и пришлите снимок экрана.'],
    3: ['Вступить в группу', 'Вступите в группу оператора и пришлите снимок экрана.'],
    4: ['Пополнить и инвестировать', 'Внесите больше 1000 USDT и купите продукт.'],
    5: ['Пригласить двоих', 'Два человека регистрируются по вашему приглашению.'],
  },
  ja: {
    1: ['紹介を読む', '運営者が誰で、どのような仕組みかを読みます。'],
    2: [
      'スクリーンショットを共有する',
      '誰かにプラットフォームを紹介し、そのスクリーンショットを提出します。',
    ],
    3: ['グループに参加する', '運営者のグループに参加し、そのスクリーンショットを提出します。'],
    4: ['入金して投資する', '1000 USDT を超える金額を入金し、商品を購入します。'],
    5: ['2人を招待する', 'あなたの招待で2人が登録します。'],
  },
  kr: {
    1: ['소개 읽기', '운영자가 누구이고 어떻게 운영되는지 읽습니다.'],
    2: ['스크린샷 공유하기', '플랫폼을 누군가에게 공유하고 스크린샷을 제출합니다.'],
    3: ['그룹 참여하기', '운영자의 그룹에 참여하고 스크린샷을 제출합니다.'],
    4: ['입금하고 투자하기', '1000 USDT를 초과해 입금하고 상품을 구매합니다.'],
    5: ['두 명 초대하기', '내 초대로 두 명이 가입합니다.'],
  },
  th: {
    1: ['อ่านคำแนะนำ', 'อ่านว่าใครดำเนินการแพลตฟอร์มนี้และทำงานอย่างไร'],
    2: ['แชร์ภาพหน้าจอ', 'แชร์แพลตฟอร์มให้ผู้อื่นและส่งภาพหน้าจอ'],
    3: ['เข้าร่วมกลุ่ม', 'เข้าร่วมกลุ่มของผู้ดำเนินการและส่งภาพหน้าจอ'],
    4: ['ฝากเงินและลงทุน', 'ฝากมากกว่า 1000 USDT และซื้อผลิตภัณฑ์'],
    5: ['เชิญผู้ใช้สองคน', 'มีสองคนลงทะเบียนด้วยคำเชิญของคุณ'],
  },
  zh_CN: {
    1: ['阅读介绍', '阅读平台的运营者是谁、如何运作。'],
    2: ['分享截图', '把平台分享给他人，并提交截图。'],
    3: ['加入群组', '加入运营者的群组，并提交截图。'],
    4: ['充值并投资', '充值超过 1000 USDT 并购买一个产品。'],
    5: ['邀请两位用户', '两人通过您的邀请注册。'],
  },
  zh_TW: {
    1: ['閱讀介紹', '閱讀平台的營運者是誰、如何運作。'],
    2: ['分享截圖', '把平台分享給他人，並提交截圖。'],
    3: ['加入群組', '加入營運者的群組，並提交截圖。'],
    4: ['儲值並投資', '儲值超過 1000 USDT 並購買一個產品。'],
    5: ['邀請兩位使用者', '兩人透過您的邀請註冊。'],
  },
}

/** Names of a tier by total assets, and of a total by count. */
const ruleNames: Readonly<
  Record<
    Language,
    { readonly tier: (from: string, to: string) => string; readonly total: (n: string) => string }
  >
> = {
  en: { tier: (from, to) => `Assets from ${from} to ${to} USDT`, total: (n) => `${n} sign-ins` },
  es: { tier: (from, to) => `Activos de ${from} a ${to} USDT`, total: (n) => `${n} registros de asistencia` },
  pt: { tier: (from, to) => `Ativos de ${from} a ${to} USDT`, total: (n) => `${n} check-ins` },
  ru: { tier: (from, to) => `Активы от ${from} до ${to} USDT`, total: (n) => `Отметок: ${n}` },
  ja: { tier: (from, to) => `資産 ${from}～${to} USDT`, total: (n) => `チェックイン${n}回` },
  kr: { tier: (from, to) => `자산 ${from}~${to} USDT`, total: (n) => `출석 ${n}회` },
  th: { tier: (from, to) => `สินทรัพย์ ${from} ถึง ${to} USDT`, total: (n) => `เช็กอิน ${n} ครั้ง` },
  zh_CN: { tier: (from, to) => `资产 ${from} 至 ${to} USDT`, total: (n) => `签到 ${n} 次` },
  zh_TW: { tier: (from, to) => `資產 ${from} 至 ${to} USDT`, total: (n) => `簽到 ${n} 次` },
}

const inEach = (textsOf: (lang: Language) => Readonly<Record<string, string>>): ContentTexts =>
  Object.fromEntries((Object.keys(words) as Language[]).map((lang) => [lang, textsOf(lang)]))

const task = (id: TaskId, money: string) => ({
  kind: 'task' as const,
  position: id,
  fields: { id: String(id), money },
  texts: inEach((lang) => {
    const [title, content] = words[lang][id]
    return { title, content: `${content}\n\n${notes[lang]}` }
  }),
})

const tier = (
  position: number,
  minAssets: string,
  maxAssets: string,
  money: string,
  streakMoney: string,
) => ({
  kind: 'signinRule' as const,
  position,
  fields: { part: 'rule', minAssets, maxAssets, money, streakMoney, times: '7' },
  texts: inEach((lang) => ({ name: ruleNames[lang].tier(minAssets, maxAssets) })),
})

const total = (position: number, times: string, money: string) => ({
  kind: 'signinRule' as const,
  position,
  fields: { part: 'total', times, money },
  texts: inEach((lang) => ({ name: ruleNames[lang].total(times) })),
})

export const sampleRewards = [
  task(1, '1'),
  task(2, '2'),
  task(3, '2'),
  task(4, '20'),
  task(5, '10'),
  tier(1, '0', '1000', '0.1', '0.2'),
  tier(2, '1000', '10000', '0.3', '0.6'),
  tier(3, '10000', '1000000', '0.5', '1'),
  total(4, '7', '1'),
  total(5, '30', '5'),
  total(6, '100', '20'),
]

/** A total that two sign-ins reach, loaded under its own name. */
export const sampleFirstTotal = [total(4, '2', '0.5')]
