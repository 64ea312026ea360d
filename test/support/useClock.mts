/** A clock that starts where the tests of a file want it, and goes on from there. */
export function useClock(start: string): { advance: (seconds: number) => void } {
	const real = Date.now.bind(Date);
	let ahead = 0;
	beforeAll(() => {
		ahead = Date.parse(start) - real();
		jest.spyOn(Date, 'now').mockImplementation(() => real() + ahead);
	});
	afterAll(() => jest.restoreAllMocks());
	return {
		advance: (seconds) => {
			ahead += seconds * 1000;
		},
	};
}
