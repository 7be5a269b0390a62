/*!
[config]
name: ${file.title}
% for key, value in file.config.items():
${key}: ${value}
% endfor
% for test in file.tests:

[test]
name: ${test.name}
% for line in test.lines:
${line}
% endfor
% endfor
!*/

${file.source}\
