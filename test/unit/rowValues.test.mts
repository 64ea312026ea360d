/** The values of an item have the types of the fields that gave them, so no operation claims a type by itself. */
import { relative } from 'node:path';
import ts from 'typescript';

/** The readers of values by their fields, which every operation uses. */
const readers = 'nodes/shared/fields/fields.ts';

const { fileNames, options } = ts.getParsedCommandLineOfConfigFile('tsconfig.json', undefined, {
	...ts.sys,
	onUnRecoverableConfigFileDiagnostic: () => undefined,
})!;
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();

const isValues = (node: ts.Node): boolean =>
	checker.getTypeAtLocation(node).aliasSymbol?.name === 'Values';

/** For watches of any kind: it says which kind the values are of, and nothing about one of them. */
const isToAnyKind = ({ type }: ts.AsExpression): boolean =>
	checker.getTypeFromTypeNode(type).isTypeParameter();

/** What a cast is about: of `(values.x ?? [])`, it is `values.x`. */
function subjectOf(expression: ts.Expression): ts.Expression {
	if (ts.isParenthesizedExpression(expression)) return subjectOf(expression.expression);
	const isOr =
		ts.isBinaryExpression(expression) &&
		expression.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken;
	return isOr ? subjectOf(expression.left) : expression;
}

/** True for values and for one of them, even one that was taken out by its name. */
function isOfValues(expression: ts.Expression): boolean {
	if (ts.isPropertyAccessExpression(expression) || ts.isElementAccessExpression(expression))
		return isValues(expression.expression);
	const symbol = ts.isIdentifier(expression) && checker.getSymbolAtLocation(expression);
	const declared = symbol ? symbol.valueDeclaration : undefined;
	return declared && ts.isBindingElement(declared)
		? isValues(declared.parent)
		: isValues(expression);
}

function castsIn(source: ts.SourceFile): ts.AsExpression[] {
	const casts: ts.AsExpression[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isAsExpression(node)) casts.push(node);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return casts;
}

test('no cast stands where rows meet values', () => {
	const sources = program
		.getSourceFiles()
		.map((source) => ({ source, file: relative('.', source.fileName) }))
		.filter(({ file }) => file.startsWith('nodes/') && file !== readers);
	expect(sources.length).toBeGreaterThan(400);
	const found = sources.flatMap(({ source, file }) =>
		castsIn(source)
			.filter((cast) => !isToAnyKind(cast) && isOfValues(subjectOf(cast.expression)))
			.map((cast) => `${file}: ${cast.getText()}`),
	);
	expect(found).toEqual([]);
});
