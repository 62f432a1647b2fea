/** Words for people: how a list of those who use a service is called, and by which roles other things refer to one of them. */

import { wordsIn } from './words';

/** What the users of a service are called, the likeliest first, each in the singular as `plain` gives it. */
const USERS = ['user', 'person', 'people', 'member', 'account', 'profile', 'employee', 'staff', 'colleague'];

/** Returns how likely things of this name are the users of a service, the lower, the likelier; undefined if they are not. @param thing in the singular. */
export function rankOfUsers(thing: string): number | undefined {
  const rank = USERS.indexOf(thing);
  return rank < 0 ? undefined : rank;
}

/** Who does something with a thing, or has to do with it. */
const ROLE =
  /^(user|person|owner|creator|author|editor|assignee|assigner|reporter|requester|reviewer|approver|member|participant|attendee|invitee|inviter|sender|receiver|recipient|follower|subscriber|maintainer|contributor|collaborator|committer|uploader|publisher|commenter|manager|supervisor|lead|leader|organi[sz]er|host|admin|actor|responsible|submitter|moderator)s?$/;

/** Words before `by` that make it an order of rows: `sort_by`. */
const NO_DEED = /^(sort|order|group|filter|multiply|divide)(ed)?$/;

/** Tells whether a member of this name refers to somebody by a role: `owner`, `assignee_id`, `createdBy`, `member_ids`. */
export function isRoleOfPerson(name: string): boolean {
  const words = wordsIn(name);
  while (words.length > 1 && /^(ids?|uuids?|guids?)$/.test(words.at(-1) ?? '')) words.pop();
  const [before = '', last = ''] = ['', ...words].slice(-2);
  return ROLE.test(last) || (last === 'by' && before !== '' && !NO_DEED.test(before));
}

/** Tells whether the end of a path names what makes an account for whoever asks: `/signup`, `/auth/register`, `/users/sign-up`. */
export function endsInSignUp(path: string): boolean {
  return /\/(sign[-_]?up|register|registrations?|join|enrol{1,2})\/?$/i.test(path);
}
