# SPDX-License-Identifier: MIT
# What is installed besides the driver: commands with their manual pages and completions, the runner,
# tests, the generator, pages. A component is the Debian package that has it; rootle, if none is named.

# rootle_link(NAME TARGET COMPONENT): a relative link in bin to what is installed elsewhere.
function(rootle_link name target component)
  file(RELATIVE_PATH path ${CMAKE_INSTALL_FULL_BINDIR} ${target})
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/links)
  file(CREATE_LINK ${path} ${CMAKE_BINARY_DIR}/links/${name} SYMBOLIC)
  install(FILES ${CMAKE_BINARY_DIR}/links/${name} DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${component})
endfunction()

set(rootle_share ${CMAKE_INSTALL_DATADIR}/rootle)
set(rootle_libexec ${CMAKE_INSTALL_LIBEXECDIR}/rootle)
set(ROOTLE_ZSH_DIR ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING "Folder of completions for zsh")

# The commands of ci/commands.txt; build/bin has them under their installed names, too.
set(rootle_programs)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ci/commands.txt)
file(STRINGS ci/commands.txt rows REGEX "^[a-z]")
foreach(row ${rows})
  string(REGEX REPLACE " +" ";" fields ${row})
  list(GET fields 0 name)
  list(GET fields 1 program)
  list(GET fields 2 component)
  if(program MATCHES "^build/")
    get_filename_component(target ${program} NAME)
    if(NOT TARGET ${target}) # the driver's in a build of the tester alone; gl-tester without libepoxy
      file(REMOVE ${CMAKE_BINARY_DIR}/bin/${name})
      continue()
    endif()
    string(REGEX REPLACE "^build/" "../" here ${program})
    install(TARGETS ${target} DESTINATION ${rootle_libexec} COMPONENT ${component})
    rootle_link(${name} ${CMAKE_INSTALL_FULL_LIBEXECDIR}/rootle/${target} ${component})
    list(APPEND rootle_programs ${target})
  else()
    set(here ${CMAKE_SOURCE_DIR}/${program})
    get_filename_component(folder ${program} DIRECTORY)
    install(PROGRAMS ${program} DESTINATION ${rootle_share}/${folder} COMPONENT ${component})
    rootle_link(${name} ${CMAKE_INSTALL_FULL_DATADIR}/rootle/${program} ${component})
  endif()
  file(CREATE_LINK ${here} ${CMAKE_BINARY_DIR}/bin/${name} SYMBOLIC)
  install(FILES ${CMAKE_BINARY_DIR}/man/${name}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component})
  install(FILES ${CMAKE_BINARY_DIR}/completions/bash/${name} COMPONENT ${component}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${CMAKE_BINARY_DIR}/completions/zsh/_${name} COMPONENT ${component}
          DESTINATION ${ROOTLE_ZSH_DIR})
endforeach()

file(GLOB manuals CONFIGURE_DEPENDS docs/man/*.md)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/man/stamp
  COMMAND ${ROOTLE_PYTHON} -B ${CMAKE_SOURCE_DIR}/ci/manuals ${CMAKE_BINARY_DIR}/man
  COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/man/stamp
  DEPENDS ci/manuals ${manuals}
  COMMENT "Making manual pages" VERBATIM)
add_custom_target(manuals ALL DEPENDS ${CMAKE_BINARY_DIR}/man/stamp)

# Completions are made from what commands say of their options.
file(GLOB_RECURSE read CONFIGURE_DEPENDS program-tester/runner/*.py generated-tests/*.py)
list(FILTER read EXCLUDE REGEX "/tests/")
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/completions/stamp
  COMMAND ${ROOTLE_PYTHON} -B ${CMAKE_SOURCE_DIR}/ci/completions ${CMAKE_BINARY_DIR} ${CMAKE_CROSSCOMPILING_EMULATOR}
  COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/completions/stamp
  DEPENDS ${rootle_programs} ${read} ci/completions ci/commands.txt run-tests ci/gate ci/report-bug ci/explore ci/debug generated-tests/generate VERSION
  COMMENT "Making completions" VERBATIM)
add_custom_target(completions ALL DEPENDS ${CMAKE_BINARY_DIR}/completions/stamp)

# All that is installed, and nothing that is only tested with.
add_custom_target(installed DEPENDS ${rootle_programs} completions manuals)
if(ROOTLE_DRIVER)
  add_dependencies(installed rootle rootle_builtins)
  foreach(target rootle_drm sim-block-bitcode) # of annexes
    if(TARGET ${target})
      add_dependencies(installed ${target})
    endif()
  endforeach()
endif()

# Runner and generator keep the checkout's layout below share/rootle.
install(FILES VERSION DESTINATION ${rootle_share})
install(DIRECTORY program-tester/runner DESTINATION ${rootle_share}/program-tester
        FILES_MATCHING REGEX "\\.(py|html|css|js)$" PATTERN tests EXCLUDE PATTERN __pycache__ EXCLUDE)
install(FILES program-tester/base/formats.def DESTINATION ${rootle_share}/program-tester/base)
install(DIRECTORY ci/expectations DESTINATION ${rootle_share}/ci)
install(DIRECTORY docs/matrix DESTINATION ${rootle_share}/docs)
install(FILES docs/reports/reports.toml DESTINATION ${rootle_share}/docs/reports)
install(FILES generated-tests/finding-reasons.txt DESTINATION ${rootle_share}/generated-tests)
install(DIRECTORY program-tester/tests DESTINATION ${rootle_share}/program-tester)
foreach(folder beside builtinspec explain imagespec scenes suites templates testgen findings)
  install(DIRECTORY generated-tests/${folder} DESTINATION ${rootle_share}/generated-tests
          PATTERN __pycache__ EXCLUDE PATTERN explain/specification EXCLUDE)
endforeach()
# The generator of random kernels, which run-tests fuzz puts reads of images into.
foreach(file floats generator integers statements vectors writer)
  install(FILES llvm/tests/random/${file}.py DESTINATION ${rootle_share}/llvm/tests/random)
endforeach()

install(DIRECTORY ci/editors/vim/ DESTINATION ${CMAKE_INSTALL_DATADIR}/vim/vimfiles)
install(DIRECTORY ci/editors/vscode ci/editors/vscode-debug DESTINATION ${rootle_share}/editors)

file(GLOB pages RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS *.md)
install(FILES ${pages} LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT rootle-doc)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT rootle-doc
        USE_SOURCE_PERMISSIONS)

# Pages that are made: reports of faults, each with its test.
file(GLOB reported CONFIGURE_DEPENDS generated-tests/findings/* docs/reports/*)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/made/stamp
  COMMAND ${ROOTLE_PYTHON} -B ${CMAKE_SOURCE_DIR}/generated-tests/bugs/reports --pages ${CMAKE_BINARY_DIR}/made/docs/reports
  COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/made/stamp
  DEPENDS generated-tests/bugs/reports ${reported}
  COMMENT "Making reports of faults" VERBATIM)
add_custom_target(rootle-docs ALL DEPENDS ${CMAKE_BINARY_DIR}/made/stamp)
add_dependencies(installed rootle-docs)
install(DIRECTORY ${CMAKE_BINARY_DIR}/made/docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT rootle-doc)

# The same pages for browsers, where the package that makes them is.
execute_process(COMMAND ${ROOTLE_PYTHON} -c "import markdown_it" RESULT_VARIABLE without_html ERROR_QUIET)
if(NOT without_html)
  file(GLOB_RECURSE inner CONFIGURE_DEPENDS docs/*)
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/html/stamp
    COMMAND ${ROOTLE_PYTHON} -B ${CMAKE_SOURCE_DIR}/ci/docs-html ${CMAKE_BINARY_DIR}/html ${CMAKE_BINARY_DIR}/made
    COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/html/stamp
    DEPENDS ci/docs-html ${CMAKE_BINARY_DIR}/made/stamp ${inner} ${pages} LICENSE program-tester/runner/report/assets/report.css
            program-tester/runner/report/highlight.py
    COMMENT "Making pages for browsers" VERBATIM)
  add_custom_target(docs_html ALL DEPENDS ${CMAKE_BINARY_DIR}/html/stamp)
  add_dependencies(rootle-docs docs_html)
  install(DIRECTORY ${CMAKE_BINARY_DIR}/html/ DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT rootle-doc
          PATTERN stamp EXCLUDE PATTERN .docs-html EXCLUDE)
endif()

# The explorer's pages of the course (docs/learn), into build/learn: made when asked for.
if(ROOTLE_DRIVER)
  file(GLOB chapters CONFIGURE_DEPENDS docs/learn/*.cl)
  set(learn_pages)
  foreach(chapter ${chapters})
    get_filename_component(name ${chapter} NAME_WE)
    set(learn_page ${CMAKE_BINARY_DIR}/learn/${name}.html)
    add_custom_command(OUTPUT ${learn_page}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/learn
      COMMAND ${CMAKE_COMMAND} -E env ROOTLE_BUILD_DIR=${CMAKE_BINARY_DIR} ${ROOTLE_PYTHON} -B ${CMAKE_SOURCE_DIR}/ci/explore ${chapter} -o ${learn_page}
      DEPENDS ${chapter} ${read} ci/explore program-tester rootle rootle-cc rootle_builtins
      COMMENT "Making the explorer's page of ${name}.cl" VERBATIM)
    list(APPEND learn_pages ${learn_page})
  endforeach()
  add_custom_target(learn DEPENDS ${learn_pages})
endif()
