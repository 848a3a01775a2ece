export { postText, publishStaffText } from './service/post.ts'
export { listCommunityLikes } from './service/privacy.ts'
export { communityReviews } from './service/reviews.ts'
export { appealRejection, likeText } from './service/standing.ts'

export { listSampleTexts } from './store/texts.ts'
