import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import {
  changePasswordRequestSchema,
  deleteAccountRequestSchema,
  type EditProfileRequest,
  editProfileRequestSchema,
  MIN_PASSWORD_LENGTH,
  type RegisterRequest,
  registerRequestSchema,
  resetPasswordRequestSchema,
} from '../../contract/schemas/account.ts';

/** What the account's forms check before anything is sent: the words of docs/product.md, then the contract's schemas. */

type Check<Values> = [wrong: (values: Values) => boolean, field: keyof Values & string, message: string];

/** The first check that fails is the only one told. */
const inOrder =
  <Values extends object>(...checks: Check<Values>[]) =>
  (values: Values, context: z.RefinementCtx): void => {
    const failed = checks.find(([wrong]) => wrong(values));
    if (failed) context.addIssue({ code: 'custom', path: [failed[1]], message: failed[2] });
  };
const tooShort = (password: string): boolean => [...password].length < MIN_PASSWORD_LENGTH;
const name = z.string().trim();

const signIn = z
  .object({ email: name, password: z.string() })
  .superRefine(
    inOrder(
      [({ email }) => email === '', 'email', 'Email and password are required.'],
      [({ password }) => password === '', 'password', 'Email and password are required.'],
    ),
  );
export const signInRules = zodResolver(signIn);

const ALL = 'All fields except phone are required for signup.';
const signUp = z
  .object({
    first_name: name,
    last_name: name,
    email: name,
    phone: name,
    password: z.string(),
    confirm: z.string(),
  })
  .superRefine(
    inOrder(
      [({ first_name }) => first_name === '', 'first_name', ALL],
      [({ last_name }) => last_name === '', 'last_name', ALL],
      [({ email }) => email === '', 'email', ALL],
      [({ password }) => password === '', 'password', ALL],
      [({ confirm }) => confirm === '', 'confirm', ALL],
      [({ password, confirm }) => password !== confirm, 'confirm', 'Passwords do not match.'],
      [({ password }) => tooShort(password), 'password', 'Password must be at least 8 characters long.'],
    ),
  )
  .transform(
    ({ confirm: _, phone, ...account }): RegisterRequest => ({
      ...account,
      ...(phone === '' ? {} : { phone }),
    }),
  )
  .pipe(registerRequestSchema);
export const signUpRules = zodResolver(signUp);

/** The address alone, whatever its form: the answer is the same for every address (docs/product.md). */
const forgot = z
  .object({ email: name })
  .superRefine(inOrder([({ email }) => email === '', 'email', 'Please enter your email address.']));
export const forgotRules = zodResolver(forgot);

const changePassword = z
  .object({ old_password: z.string(), new_password: z.string(), confirm: z.string() })
  .superRefine(
    inOrder(
      [(values) => values.old_password === '', 'old_password', 'All fields are required.'],
      [(values) => values.new_password === '', 'new_password', 'All fields are required.'],
      [({ confirm }) => confirm === '', 'confirm', 'All fields are required.'],
      [(values) => values.new_password !== values.confirm, 'confirm', 'New passwords do not match.'],
      [
        (values) => tooShort(values.new_password),
        'new_password',
        'New password must be at least 8 characters long.',
      ],
    ),
  )
  .transform(({ confirm: _, ...request }) => request)
  .pipe(changePasswordRequestSchema);
export const changePasswordRules = zodResolver(changePassword);

const resetPassword = z
  .object({ token: z.string(), new_password: z.string(), confirm: z.string() })
  .superRefine(
    inOrder(
      [(values) => values.new_password !== values.confirm, 'confirm', 'Passwords do not match.'],
      [
        (values) => tooShort(values.new_password),
        'new_password',
        'Password must be at least 8 characters long.',
      ],
    ),
  )
  .transform(({ confirm: _, ...request }) => request)
  .pipe(resetPasswordRequestSchema);
export const resetPasswordRules = zodResolver(resetPassword);

const profile = z
  .object({ first_name: name, last_name: name, phone: name })
  .transform(({ phone, ...names }): EditProfileRequest => ({ ...names, phone: phone === '' ? null : phone }))
  .pipe(editProfileRequestSchema);
export const profileRules = zodResolver(profile);

const deletion = z
  .object({ password: z.string() })
  .superRefine(inOrder([({ password }) => password === '', 'password', 'Please enter your password.']))
  .pipe(deleteAccountRequestSchema);
export const deletionRules = zodResolver(deletion);
